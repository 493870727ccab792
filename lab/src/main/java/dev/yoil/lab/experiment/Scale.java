package dev.yoil.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import dev.yoil.lab.cluster.ClusterLevel;
import dev.yoil.lab.cluster.ClusterMeasurement;
import dev.yoil.lab.cluster.SimulatedCluster;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Chart;

/**
 * Up to 300 simulated instances over one PostgreSQL, with and without versions in the
 * notifications.
 */
final class Scale {

	static final Simulated EXPERIMENT = new Simulated("scale",
			"How many instances can share one PostgreSQL, and what limits them?",
			"10 and 100 changes per second, constant, of all instances together", Scale::levels,
			SimulatedCluster::measure, Scale::answer);

	private static final List<Integer> INSTANCES = List.of(3, 10, 30, 100, 300);

	private static final List<Integer> CHANGES = List.of(10, 100);

	/** The level of the headline; with more, both arms are at the limit of two CPUs. */
	private static final int TOLD_INSTANCES = 100;

	private static final int TOLD_CHANGES = 100;

	private static final double BUSY = 0.95;

	/** CPUs of other programs from which on they may have been the limit. */
	private static final double OTHERS = 0.2;

	private static final double LATE = 0.9;

	private static final double MEGA = 1e6;

	private static final double PERCENT = 100;

	private static final String READ = "read";

	private static final String PAYLOAD = "payload";

	private static final List<Column> COLUMNS = List.of(
			new Column("CPUs of the database", ClusterMeasurement::databaseCpus),
			new Column("delay, median, ms", ClusterMeasurement::median),
			new Column("delay, p99, ms", ClusterMeasurement::p99),
			new Column("sent to listeners, MB/s", (level) -> level.bytes() / MEGA),
			new Column("statements/s", ClusterMeasurement::statements),
			new Column("table reads/s", ClusterMeasurement::reads),
			new Column("connections", ClusterMeasurement::connections));

	private Scale() {
	}

	private static List<ClusterLevel> levels(boolean full) {
		Duration warmUp = Duration.ofSeconds(full ? 3 : 1);
		Duration duration = Duration.ofSeconds(full ? 10 : 2);
		List<ClusterLevel> levels = new ArrayList<>();
		for (int changes : CHANGES) {
			for (int instances : INSTANCES) {
				levels.add(new ClusterLevel(instances, false, changes, warmUp, duration));
				levels.add(new ClusterLevel(instances, true, changes, warmUp, duration));
			}
		}
		return List.copyOf(levels);
	}

	static String arm(ClusterLevel level) {
		return level.payload() ? PAYLOAD : READ;
	}

	private static Answer answer(List<ClusterMeasurement> all) {
		List<Table> tables = new ArrayList<>();
		for (int changes : CHANGES) {
			List<ClusterMeasurement> some = all.stream().filter((each) -> each.level().changes() == changes).toList();
			if (!some.isEmpty()) {
				tables.add(table("%d changes per second".formatted(changes), some));
			}
		}
		tables.add(new Table("The simulator and the machine",
				List.of("", "changes/s", "notifications received/s", "CPUs of the simulator", "its listeners busy, %",
						"CPUs of other programs", "all CPUs busy, %", "not applied"),
				all.stream().map(Scale::machine).toList()));
		return new Answer(headline(all), notes(all), List.copyOf(tables), List.of(
				chart("CPUs of the database", "CPU seconds per second", all, ClusterMeasurement::databaseCpus, false),
				chart("Delay of changes, 99th percentile", "ms", all, ClusterMeasurement::p99, true)));
	}

	private static Table table(String title, List<ClusterMeasurement> levels) {
		List<String> columns = new ArrayList<>(List.of("instances, arm"));
		COLUMNS.forEach((column) -> columns.add(column.name()));
		columns.add("limit");
		List<List<String>> rows = new ArrayList<>();
		for (ClusterMeasurement level : levels) {
			List<String> row = new ArrayList<>(List.of(level.level().instances() + ", " + arm(level.level())));
			COLUMNS.forEach((column) -> row.add(Figures.number(column.value().applyAsDouble(level))));
			row.add(limit(level));
			rows.add(List.copyOf(row));
		}
		return new Table(title, List.copyOf(columns), List.copyOf(rows));
	}

	private static List<String> machine(ClusterMeasurement level) {
		return List.of(name(level), Figures.number(level.changes()), Figures.number(level.received()),
				Figures.number(level.simulatorCpus()), Figures.number(level.loop() * PERCENT),
				Figures.number(level.otherCpus()), Figures.number(level.busy() * PERCENT),
				String.valueOf(level.missing()));
	}

	private static String name(ClusterMeasurement level) {
		return "%d instances, %s, %d changes/s".formatted(level.level().instances(), arm(level.level()),
				level.level().changes());
	}

	/** Returns what kept a level from being faster, as far as it is known. */
	static String limit(ClusterMeasurement level) {
		List<String> limits = new ArrayList<>();
		if (level.busy() >= BUSY) {
			limits.add((level.otherCpus() < OTHERS) ? "all CPUs" : "all CPUs, with other programs");
		}
		if (level.loop() >= BUSY) {
			limits.add("simulator");
		}
		if (level.changes() < LATE * level.level().changes()) {
			limits.add("changes late");
		}
		if (level.missing() > 0) {
			limits.add("changes not applied");
		}
		return limits.isEmpty() ? Figures.NONE : String.join(", ", limits);
	}

	private static String headline(List<ClusterMeasurement> all) {
		return Findings.headline(
				"%d instances, %d changes/s: the database uses %%s CPUs if notifications carry versions, %%s if receivers read the table."
					.formatted(TOLD_INSTANCES, TOLD_CHANGES),
				of(all, TOLD_INSTANCES, TOLD_CHANGES, PAYLOAD, ClusterMeasurement::databaseCpus),
				of(all, TOLD_INSTANCES, TOLD_CHANGES, READ, ClusterMeasurement::databaseCpus));
	}

	private static Noise of(List<ClusterMeasurement> all, int instances, int changes, String arm,
			ToDoubleFunction<ClusterMeasurement> quantity) {
		return Noise.of(all.stream()
			.filter((each) -> each.level().instances() == instances && each.level().changes() == changes
					&& arm(each.level()).equals(arm))
			.map((each) -> quantity.applyAsDouble(each))
			.toList());
	}

	private static Chart chart(String title, String y, List<ClusterMeasurement> all,
			ToDoubleFunction<ClusterMeasurement> quantity, boolean logarithmic) {
		List<Chart.Bar> bars = new ArrayList<>();
		for (int changes : CHANGES) {
			for (String arm : List.of(READ, PAYLOAD)) {
				bars.add(Findings.bar("%s, %d changes/s".formatted(arm, changes), INSTANCES,
						(instances) -> of(all, instances, changes, arm, quantity)));
			}
		}
		return new Chart.Bars(title, y, INSTANCES.stream().map("%d instances"::formatted).toList(), List.copyOf(bars),
				logarithmic);
	}

	private static List<String> notes(List<ClusterMeasurement> all) {
		List<String> notes = new ArrayList<>(List.of(Findings.UNPUBLISHED,
				"Instances are simulated: each listens, polls the table every 250 ms, and writes its row every 5 s. "
						+ "They serve no requests and load nothing.",
				"With read, each notification makes all other instances read the table. With payload, it carries the "
						+ "region, version and tag of each change, and receivers do not read.",
				"The table has 450 regions and one row per instance. A change inserts one row, updates one, and "
						+ "increments two regions.",
				"The delay runs from the commit until the last instance has applied the change.",
				"Changes come from 6 connections, notifications from 4. Real instances have pools, by default 10 "
						+ "connections each.",
				"PostgreSQL " + all.get(0).database() + ", with synchronous_commit off. It shares this machine's CPUs "
						+ "with the simulator. One round."));
		String ends = all.stream()
			.filter((each) -> !limit(each).equals(Figures.NONE) && each.otherCpus() < OTHERS)
			.map((each) -> name(each) + " (" + limit(each) + ")")
			.collect(Collectors.joining("; "));
		if (!ends.isEmpty()) {
			notes.add("At its limit: " + ends + ".");
		}
		Noise others = Noise.of(all.stream().map(ClusterMeasurement::otherCpus).toList());
		if (others.highest() >= OTHERS) {
			notes.add("Other programs used %s CPUs (%s to %s), so delays are longer than on an idle machine."
				.formatted(others.brief(), Figures.number(others.lowest()), Figures.number(others.highest())));
		}
		return List.copyOf(notes);
	}

	/** A column of the tables. */
	private record Column(String name, ToDoubleFunction<ClusterMeasurement> value) {
	}

}
