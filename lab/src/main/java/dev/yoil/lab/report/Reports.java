package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;

import dev.yoil.lab.result.Result;
import tools.jackson.core.JacksonException;

/**
 * Writes and reads results. Creates missing folders. Each file is written completely or
 * left as it was.
 */
public final class Reports {

	private static final String RESULT = "result.json";

	private Reports() {
	}

	/**
	 * Writes {@code report.html}, {@code summary.md} and {@code result.json}.
	 * @param result a result
	 * @param folder of the report
	 * @throws IOException if a file cannot be written
	 */
	public static void write(Result result, Path folder) throws IOException {
		keep(result, folder);
		write(folder.resolve("summary.md"), Summary.of(result));
		write(folder.resolve("report.html"), ReportPage.of(result));
	}

	/**
	 * Writes only {@code result.json}.
	 * @param result the result so far
	 * @param folder of the report
	 * @throws IOException if the file cannot be written
	 */
	public static void keep(Result result, Path folder) throws IOException {
		write(folder.resolve(RESULT), ResultJson.write(result));
	}

	/**
	 * Reads a result.
	 * @param folder of the report, or a {@code result.json}
	 * @return an equal result
	 * @throws IOException if there is none
	 */
	public static Result read(Path folder) throws IOException {
		Path file = Files.isDirectory(folder) ? folder.resolve(RESULT) : folder;
		if (!Files.exists(file)) {
			throw new IOException("no such file");
		}
		try {
			return ResultJson.read(Files.readString(file));
		}
		catch (JacksonException ex) {
			throw new IOException(file + " is no result of this lab: " + ex.getOriginalMessage(), ex);
		}
	}

	/**
	 * Writes {@code index.html} with the headlines of several experiments and links to
	 * their reports.
	 * @param results the results
	 * @param folders of their reports, in the same order
	 * @param folder of the index
	 * @throws IOException if the file cannot be written
	 */
	public static void index(List<Result> results, List<Path> folders, Path folder) throws IOException {
		write(folder.resolve("index.html"), IndexPage.of(results, folders, folder));
	}

	static void write(Path file, String text) throws IOException {
		Files.createDirectories(file.getParent());
		Path part = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
		try {
			Files.writeString(part, text);
			Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		finally {
			Files.deleteIfExists(part);
		}
	}

}
