package dev.yoil.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import dev.yoil.lab.experiment.Experiment;
import dev.yoil.lab.experiment.Experiments;
import dev.yoil.lab.experiment.Simulated;
import dev.yoil.lab.load.LoadGenerator;
import dev.yoil.lab.load.NettyLoad;
import dev.yoil.lab.service.ChildServices;
import dev.yoil.lab.service.ServiceOptions;
import dev.yoil.lab.service.Services;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the lab, which tests replace.
 *
 * @param experiments those that put load on the service
 * @param simulated those with simulated instances
 * @param services starts the service
 * @param generator makes the load
 * @param generatorName name and version of the generator
 */
record Parts(List<Experiment> experiments, List<Simulated> simulated, Starter services,
		Supplier<LoadGenerator> generator, String generatorName) {

	/** Kept across runs; a build of the lab removes it. */
	private static final String KEPT = "lab/target/kept";

	static Parts all() {
		return new Parts(Experiments.all(), Experiments.simulated(), (jar, root, work, port) -> new ChildServices(jar,
				root, work, new ServiceOptions(port, root.resolve(KEPT))), NettyLoad::new, NettyLoad.NAME);
	}

	/** Creates services of a jar. */
	interface Starter {

		Services services(Path jar, Path root, Path work, @Nullable Integer port);

	}

}
