package dev.yoil.ehcache;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.SharingInstances.Key;
import dev.yoil.ehcache.internal.inspect.EventLog;
import dev.yoil.ehcache.internal.tier.TextCodec;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.support.Background;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.dao.EmptyResultDataAccessException;

import static dev.yoil.ehcache.SharingInstances.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Promises of a cache with each kind of tier: values are found after a restart, and never
 * after a change.
 */
class TierContractTests extends TierContract {

	private static final int LARGE = 2 << 20;

	@Test
	void servesTheFirstLookupAfterARestart() {
		start().get(KEY, loading("value"));
		assertThat(cache().statistics().tierMisses()).isOne();
		Instant readAt = this.clock.instant();
		this.clock.advance(Duration.ofSeconds(100));
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.SECOND_TIER);
		long createdAt = cache().entries().findFirst().orElseThrow().createdAt().toEpochMilli();
		assertThat(cache().unwrap(EventLog.class).load(KEY, 1, createdAt).startedAt()).isEqualTo(readAt);
		assertThat(cache().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.HIT);
		assertThat(this.loads).hasValue(1);
		assertThat(cache().statistics().loads()).isZero();
		assertThat(cache().statistics().tierHits()).isOne();
	}

	@ParameterizedTest
	@MethodSource("writes")
	@ValueSource(strings = { "operator removes one", "operator removes matching" })
	void findsNothingThatChangedSince(String write) {
		Object key = write.startsWith("region") ? KEY : "key";
		Cache cache = start();
		cache.get(key, loading("old"));
		verifyNotFound(write, cache, key);
	}

	/** The heap does not have the value. */
	@ParameterizedTest
	@MethodSource("writes")
	@ValueSource(strings = { "putIfAbsent", "putIfAbsent in a transaction" })
	void findsNothingThatChangedAfterARestart(String write) {
		start().get(KEY, loading("old"));
		verifyNotFound(write, start(), KEY);
	}

	private void verifyNotFound(String write, Cache cache, Object key) {
		Runnable change = () -> change(write.replaceFirst(" in a .*", ""), cache, key);
		this.transaction.setReadOnly(write.contains("read-only"));
		if (write.endsWith(" transaction")) {
			this.transaction.executeWithoutResult((status) -> change.run());
		}
		else {
			change.run();
		}
		boolean put = write.startsWith("put");
		if (write.contains("read-only")) {
			assertThat(cache().get(key, loading("loaded"))).as("before the version is incremented").isNotEqualTo("old");
			this.table.incrementLate();
			assertThat(start().get(key, loading("newer"))).isEqualTo("newer");
			return;
		}
		assertThat(cache.get(key, loading("new"))).isEqualTo(put ? "put" : "new");
		assertThat(start().get(key, loading("newer"))).isEqualTo(put ? "newer" : "new");
	}

	static Stream<String> writes() {
		return Stream.concat(
				Stream.of("evict", "clear", "put", "evictIfPresent", "evictIf", "invalidate", "region")
					.flatMap((write) -> Stream.of(write, write + " in a transaction")),
				Stream.of("evict in a read-only transaction", "clear in a read-only transaction",
						"put in a read-only transaction", "operator clears"));
	}

	private void change(String write, Cache cache, Object key) {
		switch (write) {
			case "evict" -> cache.evict(key);
			case "clear" -> cache.clear();
			case "put" -> cache.put(key, "put");
			case "putIfAbsent" -> assertThat(cache.putIfAbsent(key, "put")).isNull();
			case "evictIfPresent" -> cache.evictIfPresent(key);
			case "evictIf" -> BulkOperations.of(cache).evictIf(key::equals);
			case "invalidate" -> cache.invalidate();
			case "region" -> this.regions.changed("region");
			case "operator clears" -> cache().writes().clear("operator");
			case "operator removes one" -> cache().writes().remove(cache().index().find(key).sequence(), "operator");
			case "operator removes matching" -> cache().writes().remove(key::equals, "operator");
			default -> throw new IllegalArgumentException(write);
		}
	}

	@Test
	void keepsValuesOfARolledBackTransaction() {
		start().get(KEY, loading("value"));
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("region");
			status.setRollbackOnly();
		});
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
	}

	/**
	 * The load may have read the state before the commit, and the version may be that
	 * after it.
	 */
	@Test
	void doesNotKeepAValueThatWasReadDuringAChange() {
		Cache cache = start();
		this.table.afterIncrement(() -> assertThat(cache().get(KEY, loading("before the commit"))).isNotNull());
		this.transaction.executeWithoutResult((status) -> this.regions.changed("region"));
		this.table.afterIncrement(() -> {
		});
		assertThat(cache.get(KEY, loading("after"))).isEqualTo("after");
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("after");
	}

	@Test
	void keepsValuesAfterARollbackAndChangesInAnotherOrder() {
		Cache cache = start();
		this.table.incrementLate();
		this.regions.changed("region");
		this.regions.changed("region", "other");
		cache.get(KEY, loading("value"));
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
	}

	/** The snapshot of a transaction may be older than a known change. */
	@Test
	void findsNothingThatWasReadInATransaction() {
		start();
		this.transaction.executeWithoutResult((status) -> cache().get(KEY, loading("of its snapshot")));
		assertThat(start().get(KEY, loading("kept"))).isEqualTo("kept");
		start();
		this.transaction
			.executeWithoutResult((status) -> assertThat(cache().get(KEY, loading("unused"))).isEqualTo("kept"));
	}

	@Test
	void isNotUsedDuringABypass() {
		start().get(KEY, loading("value"));
		start();
		cache().writes().bypass("operator");
		assertThat(cache().get(KEY, loading("loaded"))).isEqualTo("loaded");
		cache().writes().endBypass();
		assertThat(cache().get(KEY, loading("unused"))).isEqualTo("value");
	}

	@Test
	void keepsNoValueOfAKeyThatIsEvictedDuringTheLoad() {
		start();
		cache().get(KEY, () -> {
			cache().writes().remove(KEY::equals, "operator");
			return "evicted";
		});
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
	}

	@Test
	void isNotReadByARefreshOfItsValue() {
		this.policy = "ttl='200s' refresh-after='100s'";
		Cache cache = start();
		cache.get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(100));
		cache.get(KEY, loading("refreshed"));
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("refreshed");
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("refreshed");
	}

	@ParameterizedTest
	@ValueSource(strings = { "too large", "not encoded", "expired", "loaded in a transaction",
			"loaded by a transaction alone" })
	void returnsNothingThatALoadReplaced(String reason) {
		this.policy = "ttl='200s' tti='150s' refresh-after='100s'";
		this.heap = 1;
		Cache cache = start();
		cache.get(KEY, loading("old"));
		fill(reason.equals("too large"));
		this.clock.advance(Duration.ofSeconds(reason.contains("transaction") ? 160 : 100));
		Callable<Object> next = () -> switch (reason) {
			case "too large" -> "x".repeat(LARGE);
			case "not encoded" -> 42;
			case "expired" -> "short";
			default -> "new";
		};
		if (reason.contains("transaction")) {
			Cache used = reason.endsWith("alone") ? cache : cache();
			this.transaction.executeWithoutResult((status) -> used.get(KEY, next));
		}
		else {
			assertThat(cache.get(KEY, next)).as("while it is refreshed").isEqualTo("old");
		}
		fill(false);
		cache.get("other", loading("evicts it"));
		assertThat(cache().peek(KEY)).isNull();
		assertThat(cache.get(KEY, loading("loaded again"))).isEqualTo("loaded again");
		assertThat(start().get("other", loading("unused"))).isEqualTo("evicts it");
	}

	@ParameterizedTest
	@ValueSource(strings = { "refreshed", "expired", "expired in a transaction", "null" })
	void returnsNothingThatIsGone(String load) {
		this.policy = "ttl='200s' refresh-after='100s' stale-if-error='10m' null-ttl='0s'";
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(load.equals("refreshed") ? 100 : 200));
		Callable<@Nullable String> gone = () -> {
			if (load.equals("null")) {
				return null;
			}
			throw new EmptyResultDataAccessException(1);
		};
		Runnable lookup = () -> assertThat(catchThrowable(() -> cache().get(KEY, gone)) != null)
			.isEqualTo(load.startsWith("expired"));
		if (load.endsWith("transaction")) {
			this.transaction.executeWithoutResult((status) -> lookup.run());
		}
		else {
			lookup.run();
		}
		assertThat(cache().peek(KEY)).isNull();
		Cache next = start();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> next.get(KEY, failing()));
	}

	@Test
	void returnsNoNullOnceItIsNotCached() {
		this.policy = "ttl='200s' stale-if-error='10m'";
		assertThat(start().get(KEY, loading(null))).isNull();
		this.policy += " null-ttl='0s'";
		Cache cache = start();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get(KEY, failing()));
		assertThat(cache.get(KEY, loading("new"))).isEqualTo("new");
	}

	@Test
	void loadsAValueOfAnotherCodecAndReplacesIt() {
		start().get(KEY, loading("value"));
		this.codec = new TextCodec("another");
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(cache().statistics().tierRefusals()).isOne();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("new");
	}

	@Test
	void loadsAValueThatIsDamagedAndReplacesIt() throws IOException {
		start().get(KEY, loading("value"));
		damage();
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(cache().statistics().tierRefusals()).as("the others find no value")
			.isEqualTo((this.level == Level.MAP || this.level == Level.REDIS) ? 1 : 0);
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("new");
	}

	@Test
	void loadsKeysAndValuesThatCannotBeKept() {
		List<Object> nested = List.of();
		for (int i = 0; i < 10_000; i++) {
			nested = List.of(nested);
		}
		start();
		for (Object key : List.of(new Object(), new Half("shown", "hidden"), new Nested(nested))) {
			assertThat(cache().get(key, loading("own"))).isEqualTo("own");
		}
		assertThat(cache().<Object>get(KEY, () -> 42)).isEqualTo(42);
		assertThat(cache().statistics().tierRefusals()).isEqualTo(4);
	}

	@Test
	void distinguishesKeysWithTheSameText() {
		start().get(1, loading("number"));
		assertThat(cache().get("1", loading("text"))).isEqualTo("text");
		assertThat(start().get("1", loading("unused"))).isEqualTo("text");
		assertThat(cache().get(1, loading("unused"))).isEqualTo("number");
	}

	@Test
	void isNotFoundByAnotherDatabase() {
		start().get(KEY, loading("value"));
		this.table.set(RegionTable.SECRET, 1);
		assertThat(start().get(KEY, loading("of another database"))).isEqualTo("of another database");
	}

	@Test
	void isAskedByLoadsOfManyKeys() {
		start().get(KEY, loading("kept"));
		Key two = new Key("two");
		start();
		assertThat(
				BulkOperations.of(cache()).getAll(List.of(KEY, two), (missing) -> Map.of(two, "of " + missing.size())))
			.isEqualTo(Map.of(KEY, "kept", two, "of 1"));
		assertThat(start().get(two, loading("unused"))).isEqualTo("of 1");
	}

	@Test
	void isIgnoredAfterItIsClosed() {
		this.heap = 1;
		Cache cache = start();
		cache.get(KEY, loading("value"));
		cache.get("other", loading("evicts it"));
		closeTier();
		assertThat(cache.get(KEY, loading("new"))).isEqualTo("new");
	}

	/** Each key has one writer. */
	@Test
	void neverReturnsAnOlderValueToConcurrentReaders() {
		this.heap = 1;
		start();
		AtomicIntegerArray written = new AtomicIntegerArray(2);
		List<CompletableFuture<Void>> writers = IntStream.range(0, 2).mapToObj((key) -> Background.run(() -> {
			for (int i = 1; i <= 200; i++) {
				written.set(key, i);
				cache().evict(key);
				for (int other = 0; other < 2; other++) {
					int read = other;
					int least = (read == key) ? i : 0;
					String found = cache().get(read, () -> String.valueOf(written.get(read)));
					assertThat(Integer.parseInt(found)).isGreaterThanOrEqualTo(least);
				}
			}
		})).toList();
		writers.forEach(CompletableFuture::join);
	}

	/** A key with a transient field: unequal keys can have equal bytes. */
	private static final class Half implements Serializable {

		private static final long serialVersionUID = 1L;

		private final String shown;

		private final transient String hidden;

		Half(String shown, String hidden) {
			this.shown = shown;
			this.hidden = hidden;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Half half && this.shown.equals(half.shown)
					&& Objects.equals(this.hidden, half.hidden);
		}

		@Override
		public int hashCode() {
			return this.shown.hashCode();
		}

	}

	/** A key that is too deep to serialize. */
	private static final class Nested implements Serializable {

		private static final long serialVersionUID = 1L;

		@SuppressWarnings({ "serial", "unused" }) // only to be written
		private final Object deep;

		Nested(Object deep) {
			this.deep = deep;
		}

	}

}
