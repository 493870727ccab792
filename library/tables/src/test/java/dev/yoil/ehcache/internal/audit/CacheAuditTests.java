package dev.yoil.ehcache.internal.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.ehcache.internal.audit.AuditedCaches.Mismatch;
import dev.yoil.ehcache.internal.audit.AuditedCaches.State;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Verdict;
import dev.yoil.ehcache.internal.tables.TableMap;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The verdicts of the audit, and the hits that it samples.
 */
class CacheAuditTests {

	private final AuditedCache books = new AuditedCache("ttl='1h'", 1);

	private final AtomicReference<String> row = new AtomicReference<>("One");

	@AfterEach
	void close() {
		this.books.close();
	}

	@Test
	void aRepeatedLoadIsConsistentAndLeavesNoTrace() {
		this.books.load(1, this.row::get);
		CacheStatistics before = this.books.cache.statistics();
		this.books.hit(1, () -> new String("One"));
		assertThat(this.books.result().verdicts()).containsEntry(Verdict.CONSISTENT, 1L);
		assertThat(this.books.result().samples()).isEqualTo(1);
		CacheStatistics after = this.books.cache.statistics();
		assertThat(after.hits()).isEqualTo(before.hits() + 1);
		assertThat(List.of(after.loads(), after.puts(), after.misses()))
			.isEqualTo(List.of(before.loads(), before.puts(), before.misses()));
	}

	@Test
	void aForgottenEvictionIsAMismatch() {
		this.books.load(1, this.row::get);
		Instant now = this.books.clock.instant();
		TableMap.TableWrite write = new TableMap.TableWrite("Books.rename(Books.java:36)", List.of(), "update book", 1,
				now);
		TableMap.TableWrite before = new TableMap.TableWrite("Books.add(Books.java:30)", List.of(), "insert into book",
				1, now.minusSeconds(60));
		this.books.tables = new TableMap(true,
				Map.of("titles", new TableMap.CacheTables(Map.of("book", "select title from book"), 0, false, 0)),
				Map.of("book", new TableMap.TableUse(List.of("titles"), List.of(before, write))), List.of(), 0);
		this.row.set("Once upon a time");
		this.books.hit(1, this.row::get);
		assertThat(this.books.result().samples()).isZero();
		this.books.pass(FreshnessAudit.PATIENCE);
		assertThat(this.books.count(Verdict.MISMATCH)).isEqualTo(1);
		assertThat(this.books.result().mismatches()).containsExactly(
				new Mismatch(this.books.clock.instant(), "1", 7_000, "One", "Once upon a time", List.of(write)));
		assertThat(this.books.cache.peek(1).value()).isEqualTo("One");
	}

	@ParameterizedTest
	@CsvSource({ "1h, 1", "1m, 0" })
	@ExtendWith(OutputCaptureExtension.class)
	void logsTheFirstMismatchUnlessValuesLiveBriefly(String ttl, int lines, CapturedOutput output) {
		try (AuditedCache audited = new AuditedCache("ttl='" + ttl + "'", 1)) {
			for (int key = 1; key <= 2; key++) {
				int own = key;
				this.row.set("One");
				audited.load(own, this.row::get);
				this.row.set("Uno");
				audited.hit(own, this.row::get);
				audited.pass(FreshnessAudit.PATIENCE);
			}
			assertThat(audited.count(Verdict.MISMATCH)).isEqualTo(2);
		}
		assertThat(output.getAll().lines().filter((line) -> line.contains("Cache 'titles' has a value for key '1'")))
			.hasSize(lines);
		assertThat(output).doesNotContain("Cache 'titles' has a value for key '2'");
	}

	@Test
	void textsBeginShortlyBeforeTheDifferenceAndAreCut() {
		String same = "x".repeat(5_000);
		assertThat(this.books.audit.difference(same + "a", same + "b".repeat(500)))
			.containsExactly("x".repeat(20) + "a", "x".repeat(20) + "b".repeat(80) + " ...");
	}

	@Test
	void aChangeDuringTheLoadIsNoMismatch() throws InterruptedException {
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch evicted = new CountDownLatch(1);
		this.books.load(1, this.row::get);
		this.books.cache.get(1, () -> {
			loading.countDown();
			evicted.await();
			return this.row.get();
		});
		Thread writer = new Thread(() -> {
			try {
				loading.await();
				this.row.set("Uno");
				this.books.cache.evict(1);
				evicted.countDown();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		writer.start();
		this.books.pass(FreshnessAudit.PATIENCE);
		writer.join();
		assertThat(this.books.count(Verdict.CHANGED_MEANWHILE)).isEqualTo(1);
		assertThat(this.books.result().samples()).isEqualTo(1);
	}

	@Test
	void anEvictionOnItsWayIsNoMismatch() {
		this.books.load(1, this.row::get);
		this.row.set("Uno");
		this.books.hit(1, this.row::get);
		this.books.pass(FreshnessAudit.PATIENCE.minusMillis(1));
		this.books.cache.evict(1);
		this.books.pass(Duration.ofMillis(1));
		assertThat(this.books.count(Verdict.UNRESOLVED)).isEqualTo(1);
		assertThat(this.books.count(Verdict.MISMATCH)).isZero();
	}

	@Test
	void aChangeBetweenTheThreeLoadsIsNoMismatch() {
		this.books.load(1, this.row::get);
		AtomicInteger loads = new AtomicInteger();
		this.books.hit(1, () -> {
			if (loads.incrementAndGet() == 4) {
				this.books.cache.evict(1);
			}
			return "Uno";
		});
		this.books.pass(FreshnessAudit.PATIENCE);
		assertThat(loads).hasValue(4);
		assertThat(this.books.count(Verdict.UNRESOLVED)).isEqualTo(1);
	}

	@Test
	void aValueThatReturnsWasChangedMeanwhile() {
		this.books.load(1, this.row::get);
		this.row.set("Uno");
		this.books.hit(1, this.row::get);
		this.row.set("One");
		this.books.pass(FreshnessAudit.PATIENCE);
		assertThat(this.books.count(Verdict.CHANGED_MEANWHILE)).isEqualTo(1);
	}

	@Test
	void aFailedLoadIsUnresolvedAndCountsAsWrong() {
		this.books.load(1, this.row::get);
		this.books.hit(1, () -> {
			throw new IllegalStateException("down");
		});
		assertThat(this.books.count(Verdict.UNRESOLVED)).isEqualTo(1);
		assertThat(this.books.result().consistentAtLeast()).isZero();
	}

	@Test
	void anUnstableLoaderEndsTheAuditOfItsCache() {
		AtomicInteger loads = new AtomicInteger();
		this.books.load(1, loads::incrementAndGet);
		for (int i = 0; i < 3; i++) {
			assertThat(this.books.result().state()).isEqualTo(State.AUDITED);
			this.books.hit(1, loads::incrementAndGet);
			this.books.pass(FreshnessAudit.PATIENCE);
		}
		assertThat(this.books.count(Verdict.UNSTABLE_LOADER)).isEqualTo(3);
		assertThat(this.books.result().state()).isEqualTo(State.UNSTABLE_LOADER);
		assertThat(this.books.result().consistentAtLeast()).isNull();
		int before = loads.get();
		this.books.hit(1, loads::incrementAndGet);
		assertThat(loads).hasValue(before);
	}

	@Test
	void valuesWithoutEqualsEndTheAuditOfTheirCache() {
		this.books.load(1, Object::new);
		this.books.hit(1, Object::new);
		assertThat(this.books.result().state()).isEqualTo(State.NOT_COMPARABLE);
	}

	@Test
	void comparesNullAndArrays() {
		for (Object value : new Object[] { null, new byte[] { 1 } }) {
			this.books.load("k" + (value == null), () -> value);
			this.books.hit("k" + (value == null), () -> (value != null) ? new byte[] { 1 } : null);
		}
		assertThat(this.books.count(Verdict.CONSISTENT)).isEqualTo(2);
	}

	@Test
	void samplesOneHitPerSecondOnAverage() {
		this.books.load(1, this.row::get);
		for (int i = 0; i < 100_000; i++) {
			this.books.hit(1, this.row::get);
			this.books.pass(Duration.ofMillis(1));
		}
		assertThat(this.books.result().samples()).isBetween(90L, 110L);
	}

	@Test
	void samplesTheHitThatFollowsOneWithoutALoaderInTheSameThread() {
		this.books.load(1, this.row::get);
		assertThat(this.books.cache.getServable(1, String.class)).as("left to the loader").isNull();
		this.books.hit(1, this.row::get);
		assertThat(this.books.count(Verdict.CONSISTENT)).isEqualTo(1);
	}

	@Test
	void withoutALoaderTwoHitsPerSampleAreNotServedAtMost() {
		this.books.load(1, this.row::get);
		assertThat(this.books.cache.getServable(1, String.class)).isNull();
		assertThat(this.books.cache.getServable(1, String.class)).isNull();
		assertThat(this.books.cache.getServable(1, String.class)).isNotNull();
	}

	@Test
	void aSampleDelaysARefreshToTheNextHit() {
		try (AuditedCache refreshed = new AuditedCache("ttl='1h' refresh-after='1s'", 1)) {
			refreshed.load(1, this.row::get);
			refreshed.hit(1, this.row::get);
			assertThat(refreshed.count(Verdict.CONSISTENT)).isEqualTo(1);
			assertThat(refreshed.cache.statistics().loads()).isEqualTo(1);
			refreshed.hit(1, this.row::get);
			assertThat(refreshed.cache.statistics().loads()).isEqualTo(2);
		}
	}

	@Test
	void loadsInItsOwnThreadWithTheContextOfTheCallerUntilItIsClosed() {
		ThreadLocal<String> tenant = new ThreadLocal<>();
		this.books.manager.addTaskDecorator((task) -> {
			String captured = tenant.get();
			return () -> {
				tenant.set(captured);
				task.run();
				tenant.remove();
			};
		});
		AtomicReference<String> seen = new AtomicReference<>();
		AtomicBoolean interrupted = new AtomicBoolean();
		CountDownLatch hangs = new CountDownLatch(1);
		FreshnessAudit audit = new FreshnessAudit(() -> this.books.manager.caches().stream(), 1, String::valueOf,
				() -> TableMap.UNWATCHED);
		this.books.audit.close();
		audit.start();
		tenant.set("a");
		this.books.load(1, this.row::get);
		this.books.cache.get(1, () -> {
			seen.set(Thread.currentThread().getName() + " " + tenant.get());
			try {
				hangs.await();
			}
			catch (InterruptedException ex) {
				interrupted.set(true);
			}
			return "One";
		});
		await().untilAsserted(() -> assertThat(seen.get()).startsWith("yoil-cache-audit-").endsWith(" a"));
		audit.close();
		await().untilTrue(interrupted);
		assertThat(this.books.hit(1, this.row::get)).isEqualTo("One");
	}

}
