package dev.yoil.ehcache.internal.tables;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which evictions belong to a write, and which entries show that one is missing.
 */
@Timeout(30)
class EvictionJudgementTests {

	private static final String UPDATE = "update book set title = 'x' where id = 1";

	private static final Consumer<WatchedBooks> WRITE = (books) -> books.shelf.execute(UPDATE);

	private static final Consumer<WatchedBooks> EVICT = (books) -> books.titles().evict(1);

	private final WatchedBooks books = new WatchedBooks();

	@AfterEach
	void close() throws SQLException {
		this.books.close();
	}

	@Test
	void acceptsEachKindOfEvictionBeforeAndAfterTheWrite() {
		Map<String, Consumer<WatchedBooks>> evictions = Map.of("key", EVICT, "absent key",
				(all) -> all.titles().evict(99), "clear", (all) -> all.titles().clear(), "put",
				(all) -> all.titles().put(1, "new"), "region", (all) -> all.changeRegions("book-1"));
		Map<String, Boolean> accepted = new TreeMap<>();
		evictions.forEach((name, eviction) -> {
			accepted.put(name + " after", isAccepted(WRITE.andThen(eviction)));
			accepted.put(name + " before", isAccepted(eviction.andThen(WRITE)));
		});
		assertThat(accepted).hasSize(10).allSatisfy((name, is) -> assertThat(is).as(name).isTrue());
	}

	@Test
	void findsWhatIsNoEvictionOfThisCache() {
		Map<String, Consumer<WatchedBooks>> others = Map.of("nothing", (all) -> {
		}, "another cache", (all) -> all.authors().evict(1), "region of another kind",
				(all) -> all.changeRegions("author-1"), "load", (all) -> all.titles().get(3, () -> "Three"), "hit",
				(all) -> all.titles().get(1));
		others.forEach((name, other) -> assertThat(isAccepted(WRITE.andThen(other))).as(name).isFalse());
	}

	private boolean isAccepted(Consumer<WatchedBooks> action) {
		try (WatchedBooks fresh = new WatchedBooks()) {
			fresh.load();
			fresh.serve(new Object());
			action.accept(fresh);
			fresh.serve(null);
			return fresh.forgotten(fresh.titles()).isEmpty();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void anEvictionOfAnotherRequestDoesNotCount() {
		this.books.load();
		this.books.serve(new Object());
		EVICT.accept(this.books);
		this.books.serve(new Object());
		WRITE.accept(this.books);
		this.books.serve(new Object());
		EVICT.accept(this.books);
		assertThat(this.books.forgotten(this.books.titles())).containsExactly("book");
	}

	@Test
	void aRequestMayTakeLongAndUseSeveralThreads() {
		this.books.load();
		Object request = new Object();
		this.books.serve(request);
		WRITE.accept(this.books);
		this.books.clock.advance(TableWatch.PATIENCE.minusMillis(1));
		Background.run(() -> {
			this.books.serve(request);
			EVICT.accept(this.books);
		}).join();
		assertThat(this.books.forgotten(this.books.titles())).isEmpty();
		EVICT.accept(this.books);
		this.books.titles().get(1, () -> "loaded");
		this.books.clock.advance(Duration.ofMinutes(1));
		WRITE.accept(this.books);
		assertThat(this.books.forgotten(this.books.titles())).as("eviction a minute ago").isEmpty();
	}

	@Test
	void anotherThreadCountsIfItNeitherServesARequestNorWrites() {
		assertThat(isForgotten(false, false)).isFalse();
		assertThat(isForgotten(true, false)).as("serves another request").isTrue();
		assertThat(isForgotten(false, true)).as("writes").isTrue();
	}

	private boolean isForgotten(boolean serves, boolean writes) {
		this.books.load();
		this.books.clock.advance(TableWatch.PATIENCE.plusMillis(1));
		WRITE.accept(this.books);
		Background.run(() -> {
			if (serves) {
				this.books.serve(new Object());
			}
			if (writes) {
				this.books.shelf.execute("update book set title = 'y' where id = 2");
			}
			EVICT.accept(this.books);
		}).join();
		return this.books.isAnyForgotten(this.books.titles());
	}

	@Test
	void withoutARequestFiveSecondsOfTheThreadCount() {
		assertThat(isForgotten(Duration.ofMillis(5_000))).isFalse();
		assertThat(isForgotten(Duration.ofMillis(5_001))).isTrue();
	}

	/** Another eviction before does not begin the five seconds. */
	private boolean isForgotten(Duration between) {
		this.books.load();
		this.books.authors().evict(1);
		this.books.clock.advance(Duration.ofSeconds(3));
		EVICT.accept(this.books);
		this.books.clock.advance(between);
		WRITE.accept(this.books);
		return this.books.isAnyForgotten(this.books.titles());
	}

	@Test
	void withoutARequestAnEvictionAfterALongTransactionCounts() {
		this.books.load();
		this.books.shelf.inTransaction(false, (connection) -> {
			this.books.shelf.execute(connection, UPDATE);
			this.books.clock.advance(Duration.ofMinutes(1));
			connection.commit();
			return 0;
		});
		EVICT.accept(this.books);
		assertThat(this.books.forgotten(this.books.titles())).isEmpty();
	}

	@Test
	void onlyEntriesFromBeforeTheWriteAreEvidence() {
		this.books.load();
		this.books.titles().clear();
		this.books.clock.advance(Duration.ofMinutes(1));
		WRITE.accept(this.books);
		this.books.clock.advance(Duration.ofMillis(1));
		this.books.load();
		assertThat(this.books.forgotten(this.books.titles())).as("loaded since").isEmpty();
		this.books.clock.advance(Duration.ofHours(1));
		WRITE.accept(this.books);
		assertThat(this.books.forgotten(this.books.titles())).as("expired").isEmpty();
	}

	@Test
	void concurrentRequestsAreToldApart() {
		AtomicBoolean running = new AtomicBoolean(true);
		CompletableFuture<Void> steps = Background.run(() -> {
			while (running.get()) {
				this.books.step();
			}
		});
		CompletableFuture<?>[] requests = Stream.generate(() -> Background.run(() -> {
			for (int i = 0; i < 100; i++) {
				this.books.serve(new Object());
				this.books.titles().get(1, this.books.reading("select title from book where id = 1"));
				WRITE.andThen(EVICT).accept(this.books);
				this.books.titles().evict(2);
			}
		})).limit(4).toArray(CompletableFuture<?>[]::new);
		CompletableFuture.allOf(requests).join();
		running.set(false);
		steps.join();
		assertThat(this.books.forgotten(this.books.titles())).isEmpty();
		TableMap map = this.books.watch.map();
		assertThat(map.unchecked()).isZero();
		assertThat(map.tables().get("book").writes()).singleElement()
			.satisfies((write) -> assertThat(write.times()).isEqualTo(400));
	}

	@Test
	void aClosedWatchHasCheckedAllAndDoesNothing() {
		this.books.load();
		WRITE.accept(this.books);
		this.books.watch.close();
		assertThat(this.books.forgotten(this.books.titles())).containsExactly("book");
		this.books.titles().get(3, this.books.reading("select title from book where id = 3"));
		assertThat(this.books.watch.map().tables()).isEmpty();
		assertThat(this.books.watch.written(Set.of("book"), UPDATE)).isNull();
	}

}
