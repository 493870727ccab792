package dev.yoil.ehcache.policy;

/**
 * Refusal of a {@code <policy>} element: what is wrong with it, and what to write
 * instead. Where it stands is for whoever reads the file to say.
 */
public final class InvalidPolicyException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	InvalidPolicyException(String problem, String remedy) {
		super(problem + " " + remedy);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * Returns what is wrong.
	 * @return a full sentence
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Returns what to write instead.
	 * @return a full sentence
	 */
	public String remedy() {
		return this.remedy;
	}

}
