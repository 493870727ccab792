package dev.yoil.ehcache.internal.index;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.LocalDate;
import java.util.AbstractList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

import org.ehcache.sizeof.annotations.IgnoreSizeOf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.stereotype.Service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The measured bytes of keys and values.
 */
class HeapBytesTests {

	private static final long INTEGER = 16;

	@ParameterizedTest
	@MethodSource
	void counts(Object value, long bytes) {
		assertThat(HeapBytes.of(1, value) - HeapBytes.PER_ENTRY - INTEGER).isEqualTo(bytes);
	}

	static List<Arguments> counts() {
		Node cycle = new Node(7, "abcdefgh", null);
		cycle.next = cycle;
		return List.of(arguments(new byte[1000], 1016), arguments(new long[3], 40), arguments("abcdefgh", 24 + 24),
				arguments("가나다라마", 24 + 32), arguments(2, 16), arguments(LocalDate.of(2026, 1, 1), 24),
				arguments(new UUID(1, 2), 32), arguments(Thread.State.NEW, 0),
				arguments(new Node(7, "abcdefgh", null), 32 + 48), arguments(cycle, 32 + 48),
				arguments(new Node(7, "abcdefgh", new byte[8]), 32 + 48 + 24),
				arguments(List.of(new byte[8], new byte[8]), 24 + 24 + 48),
				arguments(Map.of("abcdefgh", 2), 48 + 40 + 64), arguments(Optional.of(2), 32 + 16),
				arguments(new Object[] { 2, null }, 24 + 16));
	}

	@Test
	void countsTenThousandObjectsAtMost() {
		List<Object> many = Stream.generate(Object::new).limit(100_000).toList();
		assertThat(HeapBytes.of(1, many)).isBetween(100_000L * 4, 100_000L * 6);
	}

	@ParameterizedTest
	@MethodSource
	void doesNotCountObjectsThatTheApplicationShares(Object shared) {
		assertThat(HeapBytes.of(1, new Node(7, "abcdefgh", shared)) - HeapBytes.PER_ENTRY - INTEGER).isEqualTo(32 + 48);
	}

	static List<Object> doesNotCountObjectsThatTheApplicationShares() {
		return List.of(String.class, HeapBytesTests.class.getClassLoader(), new URLClassLoader(new URL[0]),
				Thread.currentThread(), new Thread(), LoggerFactory.getLogger("a"), System.getLogger("a"),
				Thread.State.NEW, WithBody.CONSTANT, Registry.INSTANCE, new Bean(), new GenericApplicationContext(),
				new SimpleDriverDataSource(), new ForkJoinPool(1), new WeakReference<>(new byte[1000]),
				new ConcurrentMapCacheManager(), new Ignored());
	}

	@Test
	void doesNotCountFieldsThatEhcacheIgnores() {
		assertThat(HeapBytes.of(1, new IgnoredField(new byte[1000])) - HeapBytes.PER_ENTRY - INTEGER).isEqualTo(16);
	}

	/** As a list that another thread is changing. */
	@Test
	void countsLittleForWhatCannotBeRead() {
		List<Object> failing = Collections.unmodifiableList(new AbstractList<>() {

			@Override
			public Object get(int index) {
				throw new ConcurrentModificationException("planted");
			}

			@Override
			public int size() {
				return 1;
			}

		});
		assertThat(HeapBytes.of(1, failing) - HeapBytes.PER_ENTRY - INTEGER).isEqualTo(32);
	}

	private enum WithBody {

		CONSTANT {

			@SuppressWarnings("unused") // for its bytes
			private final byte[] bytes = new byte[1000];

		}

	}

	private static final class Registry {

		static final Registry INSTANCE = new Registry();

		@SuppressWarnings("unused") // for its bytes
		private final byte[] bytes = new byte[1000];

	}

	@Service
	private static final class Bean {

		@SuppressWarnings("unused") // for its bytes
		private final byte[] bytes = new byte[1000];

	}

	@IgnoreSizeOf
	private static final class Ignored {

		@SuppressWarnings("unused") // for its bytes
		private final byte[] bytes = new byte[1000];

	}

	private record IgnoredField(@IgnoreSizeOf byte[] bytes) {
	}

	private static final class Node {

		@SuppressWarnings("unused") // for its bytes
		private final long number;

		@SuppressWarnings("unused") // likewise
		private final String text;

		private @Nullable Object next;

		Node(long number, String text, @Nullable Object next) {
			this.number = number;
			this.text = text;
			this.next = next;
		}

	}

}
