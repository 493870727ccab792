package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.yoil.support.Background;
import dev.yoil.webtoon.catalog.WebtoonChanged;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Reads during and after an uncommitted change of an administrator.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UncommittedChangeTests {

	private static final String WEBTOONS = "/api/v1/admin/webtoons";

	private static final String DRAFT = """
			{ "title": "%s", "author": "작가", "genre": "DRAMA", "publishDay": "%s", "synopsis": "줄거리",
			  "registeredDate": "2026-01-01" }
			""";

	@RegisterExtension
	private final RunningService service = start();

	RunningService start() {
		return RunningService.shared("--yoil.sample-webtoons=315");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void doesNotCacheOldValuesLoadedDuringAChange(boolean filledBefore) throws Exception {
		FilledCaches caches = new FilledCaches(this.service);
		long id = this.service.json("/api/v1/webtoon?publishDay=MONDAY")
			.valueStream()
			.reduce((first, second) -> second)
			.orElseThrow()
			.get("id")
			.asLong();
		caches.clear();
		if (filledBefore) {
			caches.fill();
		}
		try (HeldChange held = HeldChange.in(this.service)) {
			CompletableFuture<HttpResponse<String>> change = Background.supply(() -> put(id, "끝", "FRIDAY"));
			held.await();

			assertThat(caches.shown("MONDAY", id)).hasSize(8);
			assertThat(caches.shown("FRIDAY", id)).isEmpty();
			held.release();
			assertThat(change.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
			assertThat(caches.shown("MONDAY", id)).isEmpty();
			assertThat(caches.shown("FRIDAY", id)).hasSize(8);
			assertThat(caches.read()).isEqualTo(caches.fill());
		}
	}

	/**
	 * Returns the query that counts sessions waiting for a lock.
	 */
	String waiting() {
		return "select count(*) from information_schema.sessions where blocker_id is not null";
	}

	@Test
	void sharesReadOnlyLoadsOnlyIfTheDatabaseRejectsWrites() {
		Cache cache = this.service.bean(CacheManager.class).getCache("findGenres");
		TransactionTemplate transaction = new TransactionTemplate(this.service.bean(PlatformTransactionManager.class));
		transaction.setReadOnly(true);
		boolean shared = transaction.execute((status) -> {
			cache.get("key", () -> "loaded");
			return Background.supply(() -> cache.get("key") != null).join();
		});
		cache.evict("key");
		JdbcTemplate jdbc = this.service.bean(JdbcTemplate.class);
		ThrowingCallable write = () -> transaction
			.executeWithoutResult((status) -> jdbc.update("update webtoon set title = title"));
		assertThat(shared).isEqualTo(refusesToWriteIfReadOnly());
		assertThat(catchThrowable(write) != null).isEqualTo(shared);
	}

	boolean refusesToWriteIfReadOnly() {
		return false;
	}

	@Test
	void rejectsDeletingAGenreThatAnOpenChangeUses() throws Exception {
		Administrator administrator = new Administrator(this.service);
		administrator.send("POST", "/api/v1/admin/genres",
				"{\"code\":\"HORROR\",\"label\":\"공포\",\"labelEn\":\"Horror\",\"position\":50}");
		long id = create("처음");
		try (HeldChange held = HeldChange.in(this.service)) {
			CompletableFuture<HttpResponse<String>> change = Background.supply(
					() -> send("PUT", WEBTOONS + "/" + id, DRAFT.formatted("하나", "MONDAY").replace("DRAMA", "HORROR")));
			held.await();
			CompletableFuture<HttpResponse<String>> deletion = Background
				.supply(() -> send("DELETE", "/api/v1/admin/genres/HORROR", null));
			JdbcTemplate jdbc = this.service.bean(JdbcTemplate.class);
			await().until(() -> deletion.isDone() || jdbc.queryForObject(waiting(), Long.class) > 0);
			held.release();
			assertThat(change.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
			HttpResponse<String> refused = deletion.get(60, TimeUnit.SECONDS);
			assertThat(refused.statusCode()).isEqualTo(409);
			assertThat(refused.body()).contains("urn:yoil:problem:genre-in-use", "1 webtoon has it");
		}
	}

	/**
	 * Creates a webtoon of Monday.
	 * @return its number
	 */
	private long create(String title) {
		HttpResponse<String> created = send("POST", WEBTOONS, DRAFT.formatted(title, "MONDAY"));
		assertThat(created.statusCode()).isEqualTo(201);
		return JsonMapper.shared().readTree(created.body()).get("id").asLong();
	}

	private HttpResponse<String> put(long id, String title, String day) {
		return send("PUT", WEBTOONS + "/" + id, DRAFT.formatted(title, day));
	}

	private HttpResponse<String> send(String method, String path, @Nullable String json) {
		try {
			return new Administrator(this.service).send(method, path, json);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Holds the first change open between its writes and its commit.
	 */
	private static final class HeldChange
			implements ApplicationListener<PayloadApplicationEvent<WebtoonChanged>>, AutoCloseable {

		private final CountDownLatch written = new CountDownLatch(1);

		private final CountDownLatch released = new CountDownLatch(1);

		private final ApplicationEventMulticaster events;

		private HeldChange(ApplicationEventMulticaster events) {
			this.events = events;
		}

		static HeldChange in(RunningService service) {
			HeldChange held = new HeldChange(service.bean(ApplicationEventMulticaster.class));
			held.events.addApplicationListener(held);
			return held;
		}

		@Override
		public void onApplicationEvent(PayloadApplicationEvent<WebtoonChanged> event) {
			this.written.countDown();
			try {
				assertThat(this.released.await(60, TimeUnit.SECONDS)).isTrue();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		void await() throws InterruptedException {
			assertThat(this.written.await(60, TimeUnit.SECONDS)).isTrue();
		}

		void release() {
			this.released.countDown();
		}

		@Override
		public void close() {
			release();
			this.events.removeApplicationListener(this);
		}

	}

}
