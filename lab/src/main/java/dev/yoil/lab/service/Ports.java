package dev.yoil.lab.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import dev.yoil.lab.LabException;
import org.jspecify.annotations.Nullable;

/**
 * Two ports of the loopback interface that nobody listens on.
 *
 * @param load for requests
 * @param management for what the service tells of itself
 */
record Ports(int load, int management) {

	private static final byte[] LOOPBACK = { 127, 0, 0, 1 };

	/**
	 * Finds them.
	 * @param wanted for requests; null for any
	 * @throws LabException if the one that is wanted cannot be had
	 */
	static Ports free(@Nullable Integer wanted) {
		try (ServerSocket load = listen(wanted); ServerSocket management = listen(null)) {
			return new Ports(load.getLocalPort(), management.getLocalPort());
		}
		catch (IOException ex) {
			throw new LabException("There is no free port on 127.0.0.1: end some of what listens there", ex);
		}
	}

	private static ServerSocket listen(@Nullable Integer wanted) throws IOException {
		try {
			return new ServerSocket((wanted != null) ? wanted : 0, 1, InetAddress.getByAddress(LOOPBACK));
		}
		catch (IOException ex) {
			if (wanted == null) {
				throw ex;
			}
			throw new LabException(refusal(wanted, String.valueOf(ex.getMessage())), ex);
		}
	}

	/**
	 * Tells what to do if a port cannot be had.
	 * @param wanted which one
	 * @param why what was said
	 */
	static String refusal(int wanted, String why) {
		if (why.contains("in use")) {
			return "Port " + wanted + " is in use: end what listens there, or choose another with --port";
		}
		if (why.contains("ermission denied")) {
			return "Port " + wanted + " may not be listened on, as those below 1024 need root: choose one above 1023 "
					+ "with --port";
		}
		return "Cannot listen on port " + wanted + " (" + ServiceLog.oneLine(why) + "): choose another with --port";
	}

}
