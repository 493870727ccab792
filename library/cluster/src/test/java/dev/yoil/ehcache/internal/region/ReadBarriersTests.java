package dev.yoil.ehcache.internal.region;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(30)
class ReadBarriersTests {

	private final AtomicInteger reads = new AtomicInteger();

	private final AtomicBoolean failing = new AtomicBoolean();

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared((RegionTable) Proxy.newProxyInstance(getClass().getClassLoader(),
			new Class<?>[] { RegionTable.class }, this::count), Duration.ofMinutes(1));

	private final RegionTokens barriers = new RegionTokens(this.regions);

	private Object count(Object proxy, Method method, Object... arguments) throws Throwable {
		if (method.getName().equals("read")) {
			this.reads.incrementAndGet();
			if (this.failing.get()) {
				throw new DataAccessResourceFailureException("planted");
			}
		}
		return method.invoke(this.table, arguments);
	}

	@Test
	void readTheVersionsWhenTheyAreFirstPassed() {
		String barrier = RegionTokens.newBarrier();
		assertThat(this.barriers.pass(barrier)).isTrue();
		assertThat(this.barriers.pass(barrier)).isTrue();
		assertThat(this.reads).hasValue(1);
		assertThat(this.barriers.pass(RegionTokens.newBarrier())).isTrue();
		assertThat(this.reads).hasValue(2);
	}

	@Test
	void readEachTimeWithoutABarrierOrWithALongOne() {
		for (String barrier : new String[] { RegionTokens.NO_BARRIER, "x".repeat(41) }) {
			this.barriers.pass(barrier);
			this.barriers.pass(barrier);
		}
		assertThat(this.reads).hasValue(4);
	}

	@Test
	void areNotPassedIfTheVersionsCannotBeRead() {
		String barrier = RegionTokens.newBarrier();
		this.failing.set(true);
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> this.barriers.pass(barrier));
		this.failing.set(false);
		assertThat(this.barriers.pass(barrier)).isTrue();
		assertThat(this.reads).hasValue(2);
	}

	/**
	 * A list of banned words, for example.
	 */
	@Test
	void waitForTheActionsOfChangedRegions() {
		AtomicBoolean called = new AtomicBoolean();
		CountDownLatch never = new CountDownLatch(1);
		this.regions.onChange("a", () -> {
			try {
				never.await(200, TimeUnit.MILLISECONDS);
				called.set(true);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		this.table.set("a", 1);
		this.barriers.pass(RegionTokens.newBarrier());
		assertThat(called).isTrue();
	}

	@Test
	void areForgottenAtTheLimit() {
		this.barriers.pass("first");
		IntStream.range(0, 10_000).forEach((i) -> this.barriers.pass("later" + i));
		int before = this.reads.get();
		this.barriers.pass("later1");
		assertThat(this.reads).hasValue(before);
		this.barriers.pass("first");
		assertThat(this.reads).hasValue(before + 1);
	}

}
