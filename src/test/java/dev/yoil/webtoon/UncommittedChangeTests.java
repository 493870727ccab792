package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.yoil.webtoon.catalog.WebtoonChanged;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What readers get while an administrator's change is being written, and after it.
 */
class UncommittedChangeTests {

	private static final String WEBTOONS = "/api/v1/admin/webtoons";

	private static final String DRAFT = """
			{ "title": "%s", "author": "작가", "genre": "DRAMA", "publishDay": "%s", "synopsis": "줄거리",
			  "registeredDate": "2026-01-01" }
			""";

	RunningService start() {
		return RunningService.start("--yoil.sample-webtoons=315");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void isNotKeptFromBeforeIfFirstAskedForWhileItIsWritten(boolean filledBefore) throws Exception {
		try (RunningService service = start()) {
			FilledCaches caches = new FilledCaches(service);
			long id = service.json("/api/v1/webtoon?publishDay=MONDAY").get(44).get("id").asLong();
			caches.clear();
			if (filledBefore) {
				caches.fill();
			}
			HeldChange held = new HeldChange();
			service.bean(ApplicationEventMulticaster.class).addApplicationListener(held);
			CompletableFuture<HttpResponse<String>> change = CompletableFuture
				.supplyAsync(() -> put(service, id, "끝", "FRIDAY"));
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
	 * How many wait for a lock of somebody else's.
	 */
	String waiting() {
		return "select count(*) from information_schema.sessions where blocker_id is not null";
	}

	@Test
	void keepsTheGenreThatItGivesToAWebtoon() throws Exception {
		try (RunningService service = start()) {
			Administrator administrator = new Administrator(service);
			administrator.send("POST", "/api/v1/admin/genres",
					"{\"code\":\"HORROR\",\"label\":\"공포\",\"labelEn\":\"Horror\",\"position\":50}");
			HeldChange held = new HeldChange();
			service.bean(ApplicationEventMulticaster.class).addApplicationListener(held);
			CompletableFuture<HttpResponse<String>> change = CompletableFuture.supplyAsync(() -> send(service, "PUT",
					WEBTOONS + "/1", DRAFT.formatted("하나", "MONDAY").replace("DRAMA", "HORROR")));
			held.await();
			CompletableFuture<HttpResponse<String>> deletion = CompletableFuture
				.supplyAsync(() -> send(service, "DELETE", "/api/v1/admin/genres/HORROR", null));
			JdbcTemplate jdbc = service.bean(JdbcTemplate.class);
			await().until(() -> deletion.isDone() || jdbc.queryForObject(waiting(), Long.class) > 0);
			held.release();
			assertThat(change.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
			HttpResponse<String> refused = deletion.get(60, TimeUnit.SECONDS);
			assertThat(refused.statusCode()).isEqualTo(409);
			assertThat(refused.body()).contains("urn:yoil:problem:genre-in-use", "1 webtoon has it");
		}
	}

	@Test
	void isToldToOthersInsideTheTransactionUnlessThereIsNone() throws Exception {
		try (RunningService service = start()) {
			Administrator administrator = new Administrator(service);
			List<Long> told = new ArrayList<>();
			service.bean(ApplicationEventMulticaster.class)
				.addApplicationListener(new ApplicationListener<PayloadApplicationEvent<WebtoonChanged>>() {

					@Override
					public void onApplicationEvent(PayloadApplicationEvent<WebtoonChanged> event) {
						assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
						told.add(event.getPayload().id().value());
					}

				});
			administrator.send("POST", WEBTOONS, DRAFT.formatted("처음", "MONDAY"));
			assertThat(told).isEmpty();
			put(service, 1, "하나", "MONDAY");
			put(service, 1, "하나", "MONDAY");
			assertThat(told).containsExactly(1L);
			assertThat(administrator.send("DELETE", WEBTOONS + "/2", null).statusCode()).isEqualTo(204);
			assertThat(told).containsExactly(1L, 2L);
		}
	}

	@Test
	void isRightAfterManyAtOnce() throws Exception {
		try (RunningService service = start()) {
			FilledCaches caches = new FilledCaches(service);
			ExecutorService pool = Executors.newFixedThreadPool(5);
			List<Future<?>> work = new ArrayList<>();
			for (int writer = 0; writer < 4; writer++) {
				long id = writer % 2 + 1;
				String title = "제목 " + writer;
				work.add(pool.submit(() -> {
					for (int i = 0; i < 9; i++) {
						put(service, id, title + i, List.of("MONDAY", "TUESDAY", "FRIDAY").get(i % 3));
					}
				}));
			}
			work.add(pool.submit(() -> {
				for (int i = 0; i < 3; i++) {
					caches.read();
				}
				return null;
			}));
			for (Future<?> part : work) {
				part.get(120, TimeUnit.SECONDS);
			}
			pool.shutdown();
			assertThat(caches.read()).isEqualTo(caches.fill());
		}
	}

	private static HttpResponse<String> put(RunningService service, long id, String title, String day) {
		return send(service, "PUT", WEBTOONS + "/" + id, DRAFT.formatted(title, day));
	}

	private static HttpResponse<String> send(RunningService service, String method, String path,
			@Nullable String json) {
		try {
			return new Administrator(service).send(method, path, json);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Holds the first change open that is told of, after it was written and before it is
	 * committed.
	 */
	private static final class HeldChange implements ApplicationListener<PayloadApplicationEvent<WebtoonChanged>> {

		private final CountDownLatch written = new CountDownLatch(1);

		private final CountDownLatch released = new CountDownLatch(1);

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

	}

}
