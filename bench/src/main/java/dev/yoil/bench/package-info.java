/**
 * What a cache costs: {@link dev.yoil.bench.CacheBenchmark} measures one operation of one
 * cache, {@link dev.yoil.bench.Measurement} all of them, and
 * {@link dev.yoil.bench.Report} shows what came out. And what the service answers over
 * HTTP: scripts measure it, with {@link dev.yoil.bench.FilledService} where they need
 * full caches, {@link dev.yoil.bench.HttpReport} and
 * {@link dev.yoil.bench.GrowthReport} show it.
 */
@NullMarked
package dev.yoil.bench;

import org.jspecify.annotations.NullMarked;
