package dev.yoil.ehcache;

/**
 * A probe of the calling thread's stack. Code that must not stop half-way calls it first:
 * if the stack is almost full, the probe fails instead.
 */
final class StackProbe {

	/** Several times as many as the end of a load takes. */
	private static final int FRAMES = 100;

	private StackProbe() {
	}

	/**
	 * Checks that the stack has room to store a value and to end a load.
	 * @throws StackOverflowError if it has not
	 */
	static void require() {
		long unused = descend(FRAMES, 1, 2, 3, 4);
	}

	/** The arguments give each frame a size, also if the method is compiled. */
	private static long descend(int frames, long a, long b, long c, long d) {
		return (frames > 0) ? descend(frames - 1, b, c, d, a) + a + b + c + d : 0;
	}

}
