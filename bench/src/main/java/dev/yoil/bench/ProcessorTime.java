package dev.yoil.bench;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The CPU time of the whole JVM per operation: callers, garbage collector and background
 * threads of the cache. Unlike elapsed time it hardly depends on other processes.
 */
public final class ProcessorTime implements InternalProfiler {

	static final String NAME = "processor";

	private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

	private long begin;

	@Override
	public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
		this.begin = this.system.getProcessCpuTime();
	}

	@Override
	public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
			IterationResult result) {
		double spent = this.system.getProcessCpuTime() - this.begin;
		return List
			.of(new ScalarResult(NAME, spent / result.getMetadata().getAllOps(), "ns/op", AggregationPolicy.AVG));
	}

	@Override
	public String getDescription() {
		return "CPU time of the JVM per operation";
	}

}
