package dev.yoil.lab.experiment;

import java.nio.file.Path;

import dev.yoil.lab.result.Answer;

/**
 * An experiment that starts no service and makes no load: what it shows was measured by
 * something else of the checkout and lies there. Stateless.
 */
public interface Tabled {

	/**
	 * Returns what it is called on the command line.
	 * @return lower-case letters and hyphens
	 */
	String name();

	/**
	 * Returns what it asks.
	 * @return one sentence that ends with a question mark
	 */
	String question();

	/**
	 * Says what was measured.
	 * @param checkout the repository's root
	 * @param full whether to say how to measure it again
	 * @return the answer, which names when and where it was measured
	 * @throws dev.yoil.lab.LabException if there is no measurement, or it cannot be read
	 */
	Answer answer(Path checkout, boolean full);

}
