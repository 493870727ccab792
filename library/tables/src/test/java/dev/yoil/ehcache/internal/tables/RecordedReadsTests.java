package dev.yoil.ehcache.internal.tables;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.ehcache.BulkOperations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.interceptor.BeanFactoryCacheOperationSourceAdvisor;
import org.springframework.cache.interceptor.CacheInterceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The tables that loads read.
 */
class RecordedReadsTests {

	private static final String BOOK = "select title from book where id = 1";

	private static final String AUTHOR = "select name from author where id = 1";

	private final WatchedBooks books = new WatchedBooks();

	@AfterEach
	void close() throws SQLException {
		assertThat(TableReads.isLoading()).isFalse();
		this.books.close();
	}

	@Test
	void anOuterLoadReadsWhatAnInnerOneReads() {
		this.books.titles().get(1, () -> {
			this.books.authors().get(1, this.books.reading(AUTHOR));
			return this.books.shelf.execute(BOOK);
		});
		assertThat(this.books.read(this.books.titles())).containsExactly("author", "book");
		assertThat(this.books.read(this.books.authors())).containsExactly("author");
		TableMap map = this.books.watch.map();
		assertThat(map.tables().get("author").readBy()).containsExactly("authors", "titles");
		assertThat(map.caches().get("titles").tables()).containsEntry("book", "select title from book where id = ?");
	}

	@Test
	void aLoadThatThrowsEnds() {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.books.titles().get(1, () -> {
			this.books.shelf.execute(BOOK);
			throw new IllegalStateException("planted");
		}));
		this.books.shelf.execute(AUTHOR);
		assertThat(this.books.read(this.books.titles())).containsExactly("book");
	}

	@Test
	void refreshesAndLoadsOfManyKeysAreLoads() {
		this.books.authors().get(1, () -> "Ann");
		this.books.clock.advance(Duration.ofMinutes(31));
		this.books.authors().get(1, this.books.reading(AUTHOR));
		assertThat(this.books.read(this.books.authors())).as("refreshed").containsExactly("author");
		BulkOperations.of(this.books.titles()).getAll(List.of(1, 2), (keys) -> {
			this.books.shelf.execute(BOOK);
			return keys.stream().collect(Collectors.toMap((key) -> key, (key) -> "title"));
		});
		assertThat(this.books.read(this.books.titles())).containsExactly("book");
	}

	@Test
	void statementsOutsideOfLoadsAndHitsAreNoReads() {
		this.books.titles().get(1, () -> "One");
		this.books.titles().get(1, this.books.reading(BOOK));
		this.books.shelf.execute(BOOK);
		assertThat(this.books.read(this.books.titles())).isEmpty();
	}

	@Test
	void methodsWithoutSyncAreLoadsUntilTheyReturnOrThrow() {
		CacheInterceptor interceptor = new CacheInterceptor();
		interceptor.setCacheResolver(this.books.manager.cacheResolver());
		AnnotationCacheOperationSource operations = new AnnotationCacheOperationSource();
		interceptor.setCacheOperationSource(operations);
		interceptor.afterPropertiesSet();
		interceptor.afterSingletonsInstantiated();
		BeanFactoryCacheOperationSourceAdvisor advisor = new BeanFactoryCacheOperationSourceAdvisor();
		advisor.setCacheOperationSource(operations);
		advisor.setAdvice(interceptor);
		ProxyFactory proxy = new ProxyFactory(new Titles(this.books));
		proxy.addAdvisor(advisor);
		proxy.setProxyTargetClass(true);
		Titles titles = (Titles) new PlainLoadWatch(() -> this.books.watch)
			.postProcessAfterInitialization(proxy.getProxy(), "titles");
		assertThat(titles.title(1)).isEqualTo("title");
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> titles.title(2));
		titles.uncached();
		assertThat(this.books.read(this.books.titles())).containsExactly("book");
		assertThat(this.books.read(this.books.authors())).isEmpty();
	}

	@Test
	void writesOfTablesThatNobodyReadsAreNotKept() {
		this.books.load();
		this.books.shelf.execute("insert into unread values (1)");
		assertThat(this.books.watch.written(Set.of("unread"), "insert")).isNull();
		assertThat(this.books.watch.map().tables()).containsOnlyKeys("book");
		assertThat(this.books.watch.written(Set.of("unread", "book"), "insert").tables()).containsExactly("book");
	}

	@Test
	void boundsHoldAndTheRestIsCounted() {
		this.books.load();
		TableWatch watch = this.books.watch;
		List<TableWatch.Write> writes = IntStream.range(0, 10_100)
			.mapToObj((i) -> new TableWatch.Write(List.of("book"), "update book", List.of("place" + i), 1,
					this.books.clock.millis(), new UnitOfWork(true)))
			.toList();
		watch.committed(writes);
		TableMap map = watch.map();
		assertThat(map.tables().get("book").writes()).hasSize(1_000);
		assertThat(map.unchecked()).as("more than 1,000 places").isEqualTo(9_100);
		assertThat(this.books.forgotten(this.books.titles())).hasSize(200);
		assertThat(watch.map().unchecked()).as("more than 200 findings").isEqualTo(9_100 + 800);
		for (int i = 0; i < 11; i++) {
			watch.committed(writes.subList(0, 1_000));
			this.books.clock.advance(Duration.ofSeconds(1));
		}
		assertThat(watch.map().unchecked()).as("more than 10,000 waiting").isEqualTo(9_100 + 800 + 1_000);
		for (int i = 0; i < 2_000; i++) {
			watch.writtenUnknown("call procedure" + i);
		}
		assertThat(watch.map().unknownWrites()).singleElement()
			.satisfies((write) -> assertThat(write.times()).isEqualTo(2_000));
	}

	/** Methods of an application. */
	static class Titles {

		private final WatchedBooks books;

		Titles(WatchedBooks books) {
			this.books = books;
		}

		@Cacheable("titles")
		public String title(int id) {
			this.books.shelf.execute(BOOK);
			if (id == 2) {
				throw new IllegalStateException("planted");
			}
			return "title";
		}

		public void uncached() {
			this.books.shelf.execute(AUTHOR);
		}

	}

}
