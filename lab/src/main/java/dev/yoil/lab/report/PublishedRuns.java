package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;

/**
 * Results that documents quote: exact, without what makes them large, which are seconds,
 * samples and charts.
 */
public final class PublishedRuns {

	private PublishedRuns() {
	}

	/**
	 * Writes what is quoted of a result to a file that has the name of its experiment.
	 * @param result which
	 * @param folder where to, which is made if it does not exist
	 * @return the file
	 * @throws IOException if it cannot be written
	 */
	public static Path write(Result result, Path folder) throws IOException {
		Path file = Files.createDirectories(folder).resolve(result.experiment() + ".json");
		WholeFile.write(file, ResultJson.write(small(result)));
		return file;
	}

	private static Result small(Result result) {
		Answer answer = result.answer();
		return new Result(result.experiment(), result.question(), result.mode(), result.started(), result.took(),
				result.machine(), result.model(), result.arms(),
				result.runs().stream().map(PublishedRuns::small).toList(),
				(answer != null) ? new Answer(answer.sentence(), answer.notes(), answer.tables(), List.of()) : null,
				result.warnings(), result.broken());
	}

	private static Run small(Run run) {
		LoadResult load = run.load();
		return new Run(
				run.arm(), run.part(), run.round(), run.started(), new LoadResult(List.of(), load.total(),
						load.targets(), load.took(), load.sent(), load.inFlight(), load.generatorCpu()),
				List.of(), run.counted(), run.events(), run.ended(), run.warmUp());
	}

}
