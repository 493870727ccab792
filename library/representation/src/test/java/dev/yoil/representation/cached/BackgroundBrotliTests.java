package dev.yoil.representation.cached;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.representation.Brotli;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Brotli compression of cached representations in the background.
 */
class BackgroundBrotliTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final Representations representations = new Representations(JsonMapper.shared(), new FakeClock(), true,
			Supplier::get);

	private final Time time = new Time();

	private final List<Representation> compressed = new ArrayList<>();

	private final BackgroundBrotli brotli = new BackgroundBrotli(this.time, () -> this.time.now, this::compress);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private TestCaches caches;

	/** How long it takes to compress, or what happens instead. */
	private Callable<Duration> takes = () -> Duration.ZERO;

	@BeforeEach
	void open() {
		this.caches = TestCaches.of(100, "ttl='10s'");
		this.log.start();
		logger().addAppender(this.log);
	}

	@AfterEach
	void close() {
		logger().detachAppender(this.log);
		this.caches.close();
		this.brotli.close();
	}

	@Test
	void compressesEntriesAfterASecond() {
		Representation kept = put("kept");
		askedFor("kept", kept);
		this.time.pass(SECOND.minusNanos(1));
		assertThat(kept.isReady(ContentCoding.BROTLI)).isFalse();
		this.time.pass(Duration.ofNanos(1));
		assertThat(kept.length(ContentCoding.BROTLI)).isLessThan(kept.length(ContentCoding.GZIP));
		assertThat(kept.json()).isEqualTo("\"kept\"");
	}

	@Test
	void skipsRemovedAndReplacedEntries() {
		Representation removed = put("removed");
		Representation replaced = put("replaced");
		askedFor("removed", removed);
		askedFor("replaced", replaced);
		cache().evict("removed");
		put("replaced");
		this.time.pass(SECOND.multipliedBy(10));
		assertThat(this.compressed).isEmpty();
		assertThat(this.time.planned).isEmpty();
	}

	@Test
	void compressesOnce() {
		Representation kept = put("kept");
		askedFor("kept", kept);
		askedFor("kept", kept);
		assertThat(this.time.planned).hasSize(1);
		this.time.pass(SECOND);
		askedFor("kept", kept);
		assertThat(this.time.planned).isEmpty();
		assertThat(this.compressed).containsExactly(kept);
	}

	@Test
	void usesATenthOfTheTime() {
		this.takes = () -> Duration.ofMillis(100);
		for (int i = 0; i < 3; i++) {
			askedFor("kept" + i, put("kept" + i));
		}
		this.time.pass(SECOND);
		assertThat(this.compressed).hasSize(1);
		this.time.pass(Duration.ofMillis(899));
		assertThat(this.compressed).hasSize(1);
		this.time.pass(Duration.ofMillis(1));
		assertThat(this.compressed).hasSize(2);
		this.time.pass(Duration.ofMillis(1_000));
		assertThat(this.compressed).hasSize(3);
	}

	@Test
	void queuesAThousandAtMost() {
		Representation last = null;
		for (int i = 0; i < 1_001; i++) {
			last = put("same");
			askedFor("same", last);
		}
		assertThat(this.time.planned).hasSize(1_000);
		this.time.pass(SECOND);
		assertThat(this.compressed).isEmpty();
		askedFor("same", last);
		this.time.pass(SECOND);
		assertThat(this.compressed).containsExactly(last);
	}

	@Test
	void countsTheBytesAndEvicts() {
		try (TestCaches counting = TestCaches.declaring("<heap unit='kB'>11</heap>")) {
			EhCacheCache cache = counting.cache();
			for (int i = 0; i < 3; i++) {
				cache.put(i, this.representations.kept(noise()));
				counting.clock().advance(Duration.ofMillis(1));
			}
			long before = cache.unwrap(EntryIndex.class).bytes();
			Representation last = (Representation) cache.get(2).get();
			this.brotli.askedFor(cache, 2, last);
			this.time.pass(SECOND);
			int more = last.length(ContentCoding.BROTLI);
			assertThat(cache.unwrap(EntryIndex.class).bytes()).isBetween(before + more, before + more + 150);
			for (int i = 0; i < 2; i++) {
				this.brotli.askedFor(cache, i, (Representation) cache.peek(i).value());
			}
			cache.get(2);
			this.time.pass(SECOND);
			assertThat(cache.unwrap(EntryIndex.class).size()).as("one had to go").isEqualTo(2);
			assertThat(cache.unwrap(EntryIndex.class).bytes()).isLessThanOrEqualTo(11 * 1024);
			cache.clear();
			assertThat(cache.unwrap(EntryIndex.class).bytes()).isZero();
		}
	}

	@Test
	void logsMissingBrotliOnce() {
		this.takes = () -> {
			throw new UnsatisfiedLinkError("planted");
		};
		Representation kept = put("kept");
		askedFor("kept", kept);
		askedFor("other", put("other"));
		this.time.pass(SECOND);
		askedFor("kept", kept);
		this.time.pass(SECOND);
		assertThat(kept.isReady(ContentCoding.BROTLI)).isFalse();
		assertThat(this.log.list).extracting(ILoggingEvent::getFormattedMessage)
			.containsExactly("Brotli compression is disabled: java.lang.UnsatisfiedLinkError: planted");
	}

	@Test
	void ignoresRequestsAfterClose() {
		BackgroundBrotli ended = new BackgroundBrotli();
		ended.close();
		ended.askedFor(cache(), "kept", put("kept"));
	}

	private Logger logger() {
		return (Logger) LoggerFactory.getLogger(BackgroundBrotli.class);
	}

	private EhCacheCache cache() {
		return this.caches.cache();
	}

	private Representation put(String key) {
		Representation representation = this.representations.kept(key);
		cache().put(key, representation);
		return representation;
	}

	/** Some 1.4 KB that are hard to compress. */
	private static String noise() {
		return new Random(1).ints(200).mapToObj(Integer::toHexString).reduce("", String::concat);
	}

	private void askedFor(String key, Representation representation) {
		this.brotli.askedFor(cache(), key, representation);
	}

	private void compress(Representation representation) throws IOException {
		try {
			this.time.now += this.takes.call().toNanos();
		}
		catch (Exception ex) {
			throw new IOException(ex);
		}
		this.compressed.add(representation);
		Brotli.compress(representation);
	}

	/**
	 * A thread on which time passes when a test lets it.
	 */
	private static final class Time extends ScheduledThreadPoolExecutor {

		private final Queue<Planned> planned = new PriorityQueue<>(
				Comparator.comparingLong(Planned::at).thenComparingInt(Planned::number));

		private int number;

		private long now = 1_000;

		Time() {
			super(0);
		}

		@Override
		public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
			this.planned.add(new Planned(this.now + unit.toNanos(delay), this.number++, command));
			return null;
		}

		void pass(Duration duration) {
			long until = this.now + duration.toNanos();
			while (!isShutdown() && !this.planned.isEmpty() && this.planned.peek().at() - until <= 0) {
				Planned next = this.planned.remove();
				this.now = Math.max(this.now, next.at());
				next.command().run();
			}
			this.now = Math.max(this.now, until);
		}

		private record Planned(long at, int number, Runnable command) {
		}

	}

}
