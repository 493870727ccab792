/**
 * What a cache costs: {@link dev.yoil.bench.CacheBenchmark} measures one operation of one
 * cache, {@link dev.yoil.bench.Measurement} all of them, and
 * {@link dev.yoil.bench.Report} shows what came out.
 */
@NullMarked
package dev.yoil.bench;

import org.jspecify.annotations.NullMarked;
