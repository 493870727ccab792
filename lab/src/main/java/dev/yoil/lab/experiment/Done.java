package dev.yoil.lab.experiment;

import java.util.List;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.result.Run;

/**
 * What was measured before an experiment went on.
 *
 * @param runs those that ended early are measured again
 */
record Done(List<Run> runs) {

	/**
	 * Returns what is still to be measured of a cell in a round: all of it, if what is
	 * missing would begin on a cold service.
	 */
	List<Part> left(Cell cell, int round) {
		List<Part> missing = cell.parts().stream().filter((part) -> !has(cell, part, round)).toList();
		return (missing.isEmpty() || missing.get(0).warmUp() != null) ? missing : cell.parts();
	}

	/** Returns what is not to be measured again. */
	List<Run> kept(Cell cell, int round) {
		List<String> left = left(cell, round).stream().map(Part::name).toList();
		return this.runs.stream()
			.filter((run) -> run.arm().equals(cell.arm().name()) && run.round() == round && run.ended() == null)
			.filter((run) -> !left.contains(run.part()))
			.toList();
	}

	private boolean has(Cell cell, Part part, int round) {
		return this.runs.stream()
			.anyMatch((run) -> run.arm().equals(cell.arm().name()) && run.part().equals(part.name())
					&& run.round() == round && run.ended() == null);
	}

}
