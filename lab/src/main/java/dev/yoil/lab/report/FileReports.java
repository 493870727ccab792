package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.yoil.lab.result.Result;
import tools.jackson.core.JacksonException;

/**
 * Reports as files: each is written completely, or left as it was. Without any state, and
 * so thread-safe.
 */
public final class FileReports implements Reports {

	private static final String RESULT = "result.json";

	@Override
	public void write(Result result, Path folder) throws IOException {
		Files.createDirectories(folder);
		WholeFile.write(folder.resolve(RESULT), ResultJson.write(result));
		WholeFile.write(folder.resolve("series.csv"), SeriesCsv.of(result));
		WholeFile.write(folder.resolve("summary.md"), Summary.of(result));
		WholeFile.write(folder.resolve("report.html"), ReportPage.of(result));
	}

	@Override
	public void keep(Result result, Path folder) throws IOException {
		Files.createDirectories(folder);
		WholeFile.write(folder.resolve(RESULT), ResultJson.write(result));
	}

	@Override
	public Result read(Path folder) throws IOException {
		Path file = Files.isDirectory(folder) ? folder.resolve(RESULT) : folder;
		try {
			return ResultJson.read(Files.readString(file));
		}
		catch (JacksonException ex) {
			throw new IOException(file + " is no result of this lab: " + ex.getOriginalMessage(), ex);
		}
	}

	@Override
	public void index(List<Result> results, List<Path> folders, Path folder) throws IOException {
		if (results.size() != folders.size()) {
			throw new IllegalArgumentException("%d results, but %d folders: give a folder for each result"
				.formatted(results.size(), folders.size()));
		}
		Files.createDirectories(folder);
		WholeFile.write(folder.resolve("index.html"), IndexPage.of(results, folders, folder));
	}

}
