package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.yoil.lab.result.Result;

/**
 * Writes and reads results. Creates missing folders. Thread-safe.
 */
public interface Reports {

	/**
	 * Writes {@code report.html}, {@code summary.md} and {@code result.json}.
	 * @param result a result
	 * @param folder of the report
	 * @throws IOException if a file cannot be written
	 */
	void write(Result result, Path folder) throws IOException;

	/**
	 * Writes only {@code result.json}.
	 * @param result the result so far
	 * @param folder of the report
	 * @throws IOException if the file cannot be written
	 */
	void keep(Result result, Path folder) throws IOException;

	/**
	 * Reads a result.
	 * @param folder of the report, or a {@code result.json}
	 * @return an equal result
	 * @throws IOException if there is none
	 */
	Result read(Path folder) throws IOException;

	/**
	 * Writes {@code index.html} with the headlines of several experiments and links to
	 * their reports.
	 * @param results the results
	 * @param folders of their reports, in the same order
	 * @param folder of the index
	 * @throws IOException if the file cannot be written
	 */
	void index(List<Result> results, List<Path> folders, Path folder) throws IOException;

}
