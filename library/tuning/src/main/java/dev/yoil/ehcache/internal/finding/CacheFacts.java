package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.finding.Finding.Severity;
import dev.yoil.ehcache.internal.finding.ValueSampler.Mutation;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.inspect.EventLog;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

/**
 * A cache that the rules check. Reading it leaves no trace.
 *
 * @param name the name of the cache
 * @param cache the cache
 * @param declared its declaration
 * @param now the time, in milliseconds since the epoch
 * @param statistics its statistics since the start
 * @param whatIf the simulation of other capacities and times to live
 * @param removals the last removals, the latest first
 * @param entries a sample of its entries
 * @param lastMutation the last detected mutation of a cached value; {@code null} for none
 */
record CacheFacts(String name, EhCacheCache cache, DeclaredCache declared, long now, CacheStatistics statistics,
		WhatIf whatIf, List<Removal> removals, List<CacheEntry> entries, @Nullable Mutation lastMutation) {

	/** Size of the sample of entries, which bounds the cost of a check. */
	private static final int ENTRIES = 1_000;

	static CacheFacts of(String name, EhCacheCache cache, long now, WhatIf whatIf, @Nullable Mutation lastMutation) {
		return new CacheFacts(name, cache, cache.declared(), now, cache.statistics(), whatIf,
				cache.unwrap(EventLog.class).removals(), cache.entries().limit(ENTRIES).toList(), lastMutation);
	}

	EventLog log() {
		return this.cache.unwrap(EventLog.class);
	}

	EntryIndex index() {
		return this.cache.unwrap(EntryIndex.class);
	}

	LowerLevel level() {
		return this.cache.unwrap(LowerLevel.class);
	}

	/** Returns the greatest age at which an entry was last read, in milliseconds. */
	long oldestRead() {
		return this.entries.stream()
			.mapToLong((entry) -> Duration.between(entry.createdAt(), entry.lastAccessedAt()).toMillis())
			.max()
			.orElse(0);
	}

	CachePolicy policy() {
		return this.declared.policy();
	}

	/** Returns the capacity in entries, {@code null} if the cache counts bytes. */
	@Nullable Long capacity() {
		return this.declared.capacity();
	}

	/** Returns the misses without those of bypasses. */
	long misses() {
		return this.statistics.misses() - this.statistics.bypasses();
	}

	double hitRatio() {
		long asked = this.statistics.hits() + misses();
		return (asked > 0) ? (double) this.statistics.hits() / asked : 0;
	}

	long removed(Predicate<Removal> kind) {
		return this.removals.stream().filter(kind).count();
	}

	/** Returns the file and line of the policy. */
	String policyLine() {
		return this.declared.place().file() + ":" + this.declared.place().policy();
	}

	/** Returns the file and line of the heap. */
	String heapLine() {
		return this.declared.place().file() + ":" + this.declared.place().heap();
	}

	/** Creates a finding with a fix in the code. */
	Finding inCode(Rule rule, String message, String remedy) {
		return finding(rule, Severity.WARNING, message, remedy, this.declared.place().cache(), null);
	}

	/** Creates a finding with a fix in an attribute of the policy. */
	Finding inPolicy(Rule rule, Severity severity, String attribute, String message, String remedy) {
		return finding(rule, severity, message, remedy, this.declared.place().policy(), attribute);
	}

	/** Creates a finding with a fix in the capacity. */
	Finding inHeap(Rule rule, Severity severity, String message, String remedy) {
		return finding(rule, severity, message, remedy, this.declared.place().heap(), "heap");
	}

	/** Creates a finding with a fix in a tier, which is declared beside the heap. */
	Finding inTier(Rule rule, String message, String remedy) {
		return finding(rule, Severity.WARNING, message, remedy, this.declared.place().heap(), null);
	}

	private Finding finding(Rule rule, Severity severity, String message, String remedy, int line,
			@Nullable String attribute) {
		DeclaredCache.Place place = this.declared.place();
		return new Finding(this.name, rule, severity, message, remedy, Map.of(), place.file(), line, attribute);
	}

}
