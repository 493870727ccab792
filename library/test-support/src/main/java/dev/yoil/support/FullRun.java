package dev.yoil.support;

/**
 * The extent of a test: {@code mvn verify} does less, {@code mvn verify -Pfull} all of
 * it.
 */
public final class FullRun {

	private FullRun() {
	}

	/**
	 * Chooses a number of repetitions.
	 * @param usual for each build
	 * @param full under the profile {@code full}
	 */
	public static int count(int usual, int full) {
		return Boolean.getBoolean("yoil.full") ? full : usual;
	}

}
