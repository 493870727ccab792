package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * How long it takes until all is well again after the database goes on.
 * <p>
 * The rule: it is well from the first whole second after which there is no error any more
 * and in each second a good answer; the last second of the load, which may be a part of
 * one, has only to be without errors. The time counts from the resume to the beginning of
 * that second.
 */
final class Recovery {

	private Recovery() {
	}

	/**
	 * Tells how long it took.
	 * @param run with the outage
	 * @param planned when the database was to go on, for a run that does not tell
	 * @return in seconds, zero if nothing went wrong after the resume; NaN if it was not
	 * well again when the load ended
	 */
	static double seconds(Run run, double planned) {
		double resumed = run.events()
			.entrySet()
			.stream()
			.filter((event) -> event.getValue().contains("database resumed"))
			.mapToDouble(Map.Entry::getKey)
			.max()
			.orElse(planned);
		List<Second> after = run.load().seconds().stream().filter((second) -> second.second() + 1 > resumed).toList();
		if (after.size() < 2) {
			return Double.NaN;
		}
		Second last = after.get(after.size() - 1);
		double well = (last.allErrors() == 0) ? Double.POSITIVE_INFINITY : Double.NaN;
		for (int i = after.size() - 2; i >= 0 && !Double.isNaN(well); i--) {
			Second second = after.get(i);
			if (second.allErrors() > 0 || second.good() == 0) {
				break;
			}
			well = second.second();
		}
		return Double.isFinite(well) ? Math.max(0, well - resumed) : Double.NaN;
	}

}
