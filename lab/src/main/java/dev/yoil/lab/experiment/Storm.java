package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;

/**
 * What the storms tell of each arm in the same way.
 */
final class Storm {

	/** What the notes of each storm begin with. */
	static final String UNPUBLISHED = "Nobody has published figures of this.";

	private final Measured measured;

	private final List<Arm> arms;

	private final List<List<String>> rows = new ArrayList<>();

	Storm(Plan plan, Measured measured) {
		this.measured = measured;
		this.arms = plan.cells().stream().map(Plan.Cell::arm).toList();
	}

	/**
	 * Adds what all storms are asked for.
	 */
	Storm usual() {
		this.rows.add(
				Stream
					.concat(Stream.of("failed requests"),
							this.arms.stream().map((arm) -> Figures.errors(this.measured.total(arm.name(), ""))))
					.toList());
		return row("failed requests per load", Measured::failed)
			.row("database uses per request", Measured::databaseUses)
			.row("worst wait, ms", Measured::slowest);
	}

	Storm row(String name, ToDoubleFunction<Run> quantity) {
		this.rows
			.add(Stream.concat(Stream.of(name), this.arms.stream().map((arm) -> of(arm, quantity).text())).toList());
		return this;
	}

	Table table(String title) {
		List<String> columns = Stream.concat(Stream.of(""), this.arms.stream().map(Arm::title)).toList();
		return new Table(title, columns, List.copyOf(this.rows));
	}

	/**
	 * Says what each arm had, for a sentence.
	 * @param quantity which
	 * @return such as {@code 500 with cache off, 1 with our caches}; empty without runs
	 */
	String each(ToDoubleFunction<Run> quantity) {
		return each(quantity, "");
	}

	/**
	 * Says what each arm had, for a sentence.
	 * @param quantity which
	 * @param unit what follows each figure
	 * @return such as {@code 2 s with cache off, 1 s with our caches}; empty without runs
	 */
	String each(ToDoubleFunction<Run> quantity, String unit) {
		return known(quantity).map((arm) -> "%s%s with %s".formatted(of(arm, quantity).brief(), unit, arm.title()))
			.collect(Collectors.joining(", "));
	}

	/**
	 * Names the arms that have one quantity and not another.
	 * @return such as {@code cache off, our caches}; empty if there is none
	 */
	String with(ToDoubleFunction<Run> quantity, ToDoubleFunction<Run> missing) {
		return known(quantity).filter((arm) -> of(arm, missing).missing())
			.map(Arm::title)
			.collect(Collectors.joining(", "));
	}

	/**
	 * Says what the arms had in their order, for a sentence that has named them.
	 * @param quantity which
	 * @return such as {@code 9,961, 2,763 and 3,204}, with a hyphen for one without runs;
	 * empty if all are
	 */
	String inOrder(ToDoubleFunction<Run> quantity) {
		if (known(quantity).findAny().isEmpty()) {
			return "";
		}
		List<String> all = this.arms.stream().map((arm) -> of(arm, quantity).brief()).toList();
		int last = all.size() - 1;
		return String.join(", ", all.subList(0, last)) + " and " + all.get(last);
	}

	/** Says how long readers waited at most, as the end of a sentence. */
	String worstWait() {
		String waits = inOrder(Measured::slowest);
		return waits.isEmpty() ? "" : "; the worst wait is " + waits + " ms";
	}

	private Stream<Arm> known(ToDoubleFunction<Run> quantity) {
		return this.arms.stream().filter((arm) -> !of(arm, quantity).missing());
	}

	/**
	 * Compares two arms and says how sure the difference is.
	 */
	String caveat(Arm before, Arm after, ToDoubleFunction<Run> quantity) {
		return new Comparison(of(before, quantity), of(after, quantity), false).caveat();
	}

	Noise of(Arm arm, ToDoubleFunction<Run> quantity) {
		return this.measured.of(arm.name(), "", quantity);
	}

}
