package org.ngrinder.http;

/**
 * The signatures of nGrinder's settings of its HTTP client that our scripts use.
 */
public class HTTPRequestControl {

	private static long connectionTimeout;

	private static long socketTimeout;

	public static long getConnectionTimeout() {
		return connectionTimeout;
	}

	public static void setConnectionTimeout(long connectionTimeout) {
		HTTPRequestControl.connectionTimeout = connectionTimeout;
	}

	public static long getSocketTimeout() {
		return socketTimeout;
	}

	public static void setSocketTimeout(long socketTimeout) {
		HTTPRequestControl.socketTimeout = socketTimeout;
	}

}
