package dev.yoil.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import dev.yoil.lab.experiment.Experiment;
import dev.yoil.lab.experiment.Experiments;
import dev.yoil.lab.experiment.Tabled;
import dev.yoil.lab.load.LoadGenerator;
import dev.yoil.lab.load.NettyLoad;
import dev.yoil.lab.report.FileReports;
import dev.yoil.lab.report.Reports;
import dev.yoil.lab.service.ChildServices;
import dev.yoil.lab.service.ServiceOptions;
import dev.yoil.lab.service.Services;
import org.jspecify.annotations.Nullable;

/**
 * What the lab is put together from.
 *
 * @param experiments that can be run
 * @param tabled what can be shown without being run
 * @param services starts the service
 * @param generator makes the load
 * @param generatorName what makes the load, with its version
 * @param reports writes what was found
 */
record Parts(List<Experiment> experiments, List<Tabled> tabled, Starter services, Supplier<LoadGenerator> generator,
		String generatorName, Supplier<Reports> reports) {

	/** A build of the lab removes it. */
	private static final String KEPT = "lab/target/kept";

	static Parts all() {
		return new Parts(Experiments.all(), Experiments.tabled(), Parts::services, NettyLoad::new, NettyLoad.NAME,
				FileReports::new);
	}

	private static Services services(Path jar, Path root, Path work, @Nullable Integer port) {
		ServiceOptions usual = ServiceOptions.USUAL;
		return new ChildServices(jar, root, work,
				new ServiceOptions(port, usual.heap(), root.resolve(KEPT), usual.startLimit()));
	}

	/** Makes what starts services. */
	interface Starter {

		/**
		 * Makes it.
		 * @param jar the service
		 * @param root the checkout
		 * @param work a folder for what is needed meanwhile
		 * @param port of the service; null for a free one
		 * @return to be closed
		 */
		Services services(Path jar, Path root, Path work, @Nullable Integer port);

	}

}
