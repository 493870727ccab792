package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;

/**
 * Results that documents quote, without their seconds, samples and charts.
 */
public final class PublishedRuns {

	private PublishedRuns() {
	}

	/**
	 * Writes a result to a file with the name of its experiment.
	 * @param result a result
	 * @param folder of the file; is created if missing
	 * @return the file
	 * @throws IOException if it cannot be written
	 */
	public static Path write(Result result, Path folder) throws IOException {
		Path file = folder.resolve(result.experiment() + ".json");
		Answer answer = result.answer();
		Reports.write(file,
				ResultJson.write(new Result(result.experiment(), result.question(), result.mode(), result.started(),
						result.took(), result.machine(), result.model(), result.arms(),
						result.runs().stream().map(PublishedRuns::totals).toList(), (answer != null)
								? new Answer(answer.sentence(), answer.notes(), answer.tables(), List.of()) : null,
						result.warnings(), result.broken())));
		return file;
	}

	private static Run totals(Run run) {
		LoadResult load = run.load();
		return new Run(run.arm(), run.part(), run.round(), run.started(),
				new LoadResult(List.of(), load.total(), load.targets(), load.took(), load.sent(), load.inFlight(),
						load.generatorCpu()),
				List.of(), run.counted(), run.events(), run.ended(), run.warmUp(), run.applied());
	}

}
