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
 * Reports as files, each of which is written completely or left as it was. Stateless.
 */
public final class FileReports implements Reports {

	private static final String RESULT = "result.json";

	@Override
	public void write(Result result, Path folder) throws IOException {
		keep(result, folder);
		write(folder.resolve("summary.md"), Summary.of(result));
		write(folder.resolve("report.html"), ReportPage.of(result));
	}

	@Override
	public void keep(Result result, Path folder) throws IOException {
		write(folder.resolve(RESULT), ResultJson.write(result));
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
