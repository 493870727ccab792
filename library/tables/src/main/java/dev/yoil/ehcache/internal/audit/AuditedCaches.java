package dev.yoil.ehcache.internal.audit;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.internal.tables.TableMap.TableWrite;
import org.jspecify.annotations.Nullable;

/**
 * The results of an audit. Immutable.
 *
 * @param audited whether there is an audit
 * @param caches the results of the caches by name
 */
public record AuditedCaches(boolean audited, Map<String, Result> caches) {

	/** Nothing, because there is no audit. */
	public static final AuditedCaches NONE = new AuditedCaches(false, Map.of());

	/**
	 * The results of one cache.
	 *
	 * @param state whether the cache is audited
	 * @param since since when the samples are counted
	 * @param samples the number of sampled hits with a verdict
	 * @param verdicts the number of samples with each verdict
	 * @param consistentAtLeast the share of sampled moments with a consistent hit, from 0
	 * to 1, at least: the lower end of its 95 % confidence interval by Clopper and
	 * Pearson. All other verdicts count as wrong. {@code null} without a sample, and if
	 * the cache cannot be audited
	 * @param mismatches the latest mismatches, at most one of each key, the latest first
	 */
	public record Result(State state, Instant since, long samples, Map<Verdict, Long> verdicts,
			@Nullable Double consistentAtLeast, List<Mismatch> mismatches) {
	}

	/** Whether a cache is audited. */
	public enum State {

		/** The cache is audited. */
		AUDITED,

		/** The audit has ended, because equal calls of the loader return other values. */
		UNSTABLE_LOADER,

		/** The audit has ended, because the class of the values has no equals. */
		NOT_COMPARABLE

	}

	/** The result of the check of a sampled hit. */
	public enum Verdict {

		/** A load after the hit returned an equal value. */
		CONSISTENT,

		/**
		 * The load returned another value, but only for a while or because of a write.
		 */
		CHANGED_MEANWHILE,

		/** The entry left before another value was confirmed, or the check failed. */
		UNRESOLVED,

		/** Three loads, one after another, returned different values. */
		UNSTABLE_LOADER,

		/** Three loads returned the same value, and the cache still has another one. */
		MISMATCH

	}

	/**
	 * A cached value that differs from the value that its loader returns. Immutable.
	 *
	 * @param at when the audit found it
	 * @param key the key
	 * @param ageMillis the age of the value at that time, in milliseconds
	 * @param cached the cached value from shortly before the first difference, cut
	 * @param loaded the loaded value from there
	 * @param writes if tables are watched: the latest writes, since the value was stored,
	 * of the tables that the cache reads
	 */
	public record Mismatch(Instant at, String key, long ageMillis, String cached, String loaded,
			List<TableWrite> writes) {
	}

}
