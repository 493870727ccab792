package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.yoil.lab.result.Result;

/**
 * Writes results. Thread-safe.
 */
public interface Reports {

	/**
	 * Writes {@code report.html}, {@code summary.md}, {@code result.json} and
	 * {@code series.csv} of one experiment.
	 * @param result what was found
	 * @param folder where to, which is made if it does not exist
	 * @throws IOException if it cannot be written
	 */
	void write(Result result, Path folder) throws IOException;

	/**
	 * Writes only {@code result.json}, so that what was measured is there whatever
	 * becomes of the rest of the experiment.
	 * @param result what was found until now
	 * @param folder where to, which is made if it does not exist
	 * @throws IOException if it cannot be written
	 */
	void keep(Result result, Path folder) throws IOException;

	/**
	 * Reads a result.
	 * @param folder to which it was written, or its {@code result.json}
	 * @return an equal result
	 * @throws IOException if there is none
	 */
	Result read(Path folder) throws IOException;

	/**
	 * Writes {@code index.html}, which leads to the reports of several experiments and
	 * has the answer of each.
	 * @param results what was found, in order
	 * @param folders where the report of each is, in the same order
	 * @param folder where to, which is made if it does not exist
	 * @throws IOException if it cannot be written
	 */
	void index(List<Result> results, List<Path> folders, Path folder) throws IOException;

}
