package dev.yoil.ehcache.internal.audit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Verdict;
import dev.yoil.ehcache.internal.tables.TableMap;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;

import org.springframework.core.io.ByteArrayResource;

/**
 * An audited cache whose time advances with the test. The checks of the audit run within
 * {@link #pass}, in the thread of the test.
 */
final class AuditedCache implements AutoCloseable {

	final FakeClock clock = new FakeClock();

	private final PriorityQueue<Task> tasks = new PriorityQueue<>(
			Comparator.comparingLong(Task::at).thenComparingLong(Task::order));

	private long order;

	final EhCacheCacheManager manager;

	final EhCacheCache cache;

	final FreshnessAudit audit;

	TableMap tables = TableMap.UNWATCHED;

	AuditedCache(String policy, long seed) {
		this.manager = new EhCacheCacheManager(EhcacheXml.read("ehcache.xml", new ByteArrayResource("""
				<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>
				<cache alias='titles'><heap>2000</heap><y:policy %s/></cache>
				</config>""".formatted(policy).getBytes(StandardCharsets.UTF_8))), this.clock, Runnable::run,
				Validity.local());
		this.manager.afterPropertiesSet();
		this.cache = this.manager.caches().iterator().next();
		SplittableRandom random = new SplittableRandom(seed);
		this.audit = new FreshnessAudit(() -> this.manager.caches().stream(), 1, String::valueOf, () -> this.tables,
				random::nextDouble,
				(task, delay) -> this.tasks.add(new Task(now() + delay.toMillis(), this.order++, task)));
		this.audit.step();
	}

	long now() {
		return this.clock.millis();
	}

	/** Loads a key, and lets a time pass in which the next sample becomes due. */
	<T> void load(Object key, Callable<T> loader) {
		this.cache.get(key, loader);
		pass(Duration.ofSeconds(2));
	}

	/** Hits a key, and runs the first check of that hit. */
	<T> T hit(Object key, Callable<T> loader) {
		T value = this.cache.get(key, loader);
		pass(Duration.ZERO);
		return value;
	}

	/** Advances the time, and runs the checks that come due. */
	void pass(Duration duration) {
		long until = now() + duration.toMillis();
		for (Task next = this.tasks.peek(); next != null && next.at() <= until; next = this.tasks.peek()) {
			this.tasks.remove();
			advanceTo(next.at());
			next.run().run();
		}
		advanceTo(until);
	}

	private void advanceTo(long moment) {
		if (moment > now()) {
			this.clock.advance(Duration.ofMillis(moment - now()));
		}
	}

	AuditedCaches.Result result() {
		return this.audit.of(this.cache);
	}

	long count(Verdict verdict) {
		return result().verdicts().get(verdict);
	}

	@Override
	public void close() {
		this.audit.close();
		this.manager.destroy();
	}

	private record Task(long at, long order, Runnable run) {
	}

}
