package net.grinder.script;

import dev.yoil.ngrinder.Worker;

/**
 * The signatures of nGrinder's test, whose statistics are those of the methods it
 * records.
 */
public class GTest {

	private final int number;

	private final String description;

	public GTest(int number, String description) {
		this.number = number;
		this.description = description;
	}

	@Override
	public String toString() {
		return "Test " + this.number + " " + this.description;
	}

	public final void record(Object target, String methodName) {
		Worker.record(target, methodName);
	}

}
