package net.grinder.util;

import dev.yoil.ngrinder.Worker;

/**
 * The signatures of nGrinder's utilities that our scripts use.
 */
public abstract class GrinderUtils {

	public static String getParam(String defaultValue) {
		return System.getProperty("param", defaultValue);
	}

	public static int getThreadUniqId() {
		return Worker.thread();
	}

}
