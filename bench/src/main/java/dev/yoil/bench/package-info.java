/**
 * What a cache costs: {@link dev.yoil.bench.CacheBenchmark} measures one operation of one
 * cache, {@link dev.yoil.bench.Measurement} all of them, and
 * {@link dev.yoil.bench.Report} shows what came out. What the service answers over HTTP
 * is measured by the lab.
 */
@NullMarked
package dev.yoil.bench;

import org.jspecify.annotations.NullMarked;
