package dev.yoil.ehcache.internal.audit;

/**
 * The lower limit of a share that was sampled: the lower end of the 95 % confidence
 * interval of Clopper and Pearson, "The use of confidence or fiducial limits illustrated
 * in the case of the binomial" (Biometrika 26, 1934).
 */
final class ConfidenceLimit {

	/** The probability that the share is below its limit, at most. */
	private static final double TAIL = 0.025;

	private static final int BISECTIONS = 60;

	private static final int STIRLING = 16;

	private ConfidenceLimit() {
	}

	/**
	 * {@return the lower limit, from 0 to 1}
	 * @param good how many of the samples were good
	 * @param all the number of samples
	 */
	static double atLeast(long good, long all) {
		if (good == 0) {
			return 0;
		}
		double low = 0;
		double high = 1;
		for (int i = 0; i < BISECTIONS; i++) {
			double bad = (low + high) / 2;
			if (atMost(all - good, all, bad) > TAIL) {
				low = bad;
			}
			else {
				high = bad;
			}
		}
		return 1 - high;
	}

	/**
	 * Returns the probability of at most k events of n, or 1 if k is at least the
	 * expected number: then it is about one half or more.
	 */
	private static double atMost(long k, long n, double p) {
		if (k >= n * p) {
			return 1;
		}
		double term = Math
			.exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * Math.log(p) + (n - k) * Math.log1p(-p));
		double sum = term;
		// The terms fall towards 0 events, so few of them count.
		for (long i = k; i > 0 && term > sum * 1e-16; i--) {
			term *= i / (n - i + 1.0) * (1 - p) / p;
			sum += term;
		}
		return sum;
	}

	/** Returns the logarithm of n!, for large n by Stirling's series. */
	private static double logFactorial(long n) {
		if (n < STIRLING) {
			double product = 1;
			for (long i = 2; i <= n; i++) {
				product *= i;
			}
			return Math.log(product);
		}
		double x = n;
		return x * Math.log(x) - x + Math.log(2 * Math.PI * x) / 2 + 1 / (12 * x) - 1 / (360 * x * x * x);
	}

}
