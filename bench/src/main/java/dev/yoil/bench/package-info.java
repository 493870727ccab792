/**
 * The benchmarks of single cache operations: {@link dev.yoil.bench.CacheBenchmark} has
 * the operations, {@link dev.yoil.bench.Measurement} runs them,
 * {@link dev.yoil.bench.Report} shows the results. The lab measures the service over
 * HTTP.
 */
@NullMarked
package dev.yoil.bench;

import org.jspecify.annotations.NullMarked;
