package dev.yoil.lab;

import java.time.Duration;

import dev.yoil.lab.soak.Soak;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a soak. */
final class SoakOptions {

	@Option(names = "--minutes", paramLabel = "N", description = "Its length; the default is 3.")
	private int minutes = 3;

	@Option(names = "--hours", paramLabel = "N", description = "Its length in hours.")
	private int hours;

	@Option(names = "--seed", paramLabel = "S", description = "Faults follow from it; the default is random.")
	private @Nullable Long seed;

	@Option(names = "--case", paramLabel = "CASE", description = "One of ${COMPLETION-CANDIDATES}; the default is one.")
	private Soak.Kind kind = Soak.Kind.ONE;

	@Option(names = "--restarts", paramLabel = "N",
			description = "Restart the instances N times in turn, instead of the faults.")
	private int restarts;

	@Option(names = "--plant", paramLabel = "FAULT",
			description = "Plant a fault in the service that the soak must find: ${COMPLETION-CANDIDATES}.")
	private Soak.@Nullable Plant plant;

	Soak.Options options() {
		Duration length = Duration.ofHours(this.hours).plusMinutes((this.hours > 0) ? 0 : this.minutes);
		long chosen = (this.seed != null) ? this.seed : System.nanoTime() % 1_000_000;
		return new Soak.Options(this.kind, length, chosen, this.restarts, this.plant);
	}

}
