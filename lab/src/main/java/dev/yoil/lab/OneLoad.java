package dev.yoil.lab;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.NettyLoad;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.LoadResult;

/**
 * A closed load on a running service, for {@code lab/beside-wrk}. Prints one line of
 * measurements.
 */
final class OneLoad {

	/** In seconds; compiles the lab's own code, too. */
	private static final int WARM_UP = 10;

	private OneLoad() {
	}

	/**
	 * Runs the load.
	 * @param arguments address and process id of the service, number of users, seconds,
	 * paths with queries
	 */
	public static void main(String[] arguments) {
		List<String> paths = Arrays.asList(arguments).subList(4, arguments.length);
		URI service = URI.create(arguments[0]);
		ProcessHandle process = ProcessHandle.of(Long.parseLong(arguments[1])).orElseThrow();
		int users = Integer.parseInt(arguments[2]);
		run(service, users, WARM_UP, paths);
		long before = micros(process);
		LoadResult result = run(service, users, Long.parseLong(arguments[3]), paths);
		long ofService = micros(process) - before;
		Latency latency = result.total().latency();
		long requests = result.total().requests();
		double own = result.generatorCpu() * result.took() * 1_000_000;
		new Terminal(System.out, System.err, 0).say(String.format(Locale.ROOT, "%.2f %.3f %.3f %.3f %d %.1f %.1f",
				requests / result.took(), latency.p50(), latency.p90(), latency.p99(), result.total().allErrors(),
				own / requests, (double) ofService / requests));
	}

	private static long micros(ProcessHandle process) {
		return process.info().totalCpuDuration().orElseThrow().toNanos() / 1000;
	}

	private static LoadResult run(URI service, int users, long seconds, List<String> paths) {
		Duration patience = Duration.ofSeconds(10);
		Load load = new Load(Load.Model.LOOP,
				List.of(new Load.Stage(users, Duration.ZERO, Duration.ofSeconds(seconds))),
				List.of(new Load.Target("all", paths)), patience, patience, 1);
		return new NettyLoad().run(load, service, (second) -> {
		});
	}

}
