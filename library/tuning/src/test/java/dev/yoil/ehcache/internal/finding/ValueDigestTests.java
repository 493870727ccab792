package dev.yoil.ehcache.internal.finding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hibernate.collection.spi.PersistentBag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

class ValueDigestTests {

	@ParameterizedTest
	@MethodSource("changes")
	<T> void seesAChange(T value, Consumer<T> change) {
		ValueDigest digest = ValueDigest.of(value);
		assertThat(digest).isNotNull();
		assertThat(digest.matches(value)).isTrue();
		change.accept(value);
		assertThat(digest.matches(value)).isFalse();
	}

	static List<Arguments> changes() {
		List<Integer> large = new ArrayList<>(IntStream.range(0, 10_000).boxed().toList());
		return List.of(of("list", new ArrayList<>(List.of(2, 1)), Collections::sort),
				of("large list", large, (list) -> list.add(1)),
				of("map", new HashMap<>(Map.of(1, "a")), (map) -> map.put(1, "b")),
				of("set of enums", EnumSet.of(TimeUnit.DAYS), (set) -> set.add(TimeUnit.HOURS)),
				of("array of primitives", new byte[] { 1, 2 }, (array) -> array[1] = 3),
				of("array", new Object[] { "a" }, (array) -> array[0] = "b"),
				of("date", new Date(0), (date) -> date.setTime(1)),
				of("list in a record", new Page(new ArrayList<>()), (page) -> page.names().add("a")),
				of("property of an element", List.of(new Account("a")), (list) -> list.get(0).setName("b")),
				of("property without a setter", new Credentials(), Credentials::erase),
				of("inherited property", new Account("a") {
				}, (account) -> account.setName("b")), of("public field", new Account("a"), (account) -> account.age++),
				of("a list that had an element twice", twice(), (list) -> list.get(0).setName("b")),
				of("a child that refers to its parent", family(), (parent) -> parent.children.get(0).setName("b")));
	}

	private static List<Account> twice() {
		Account account = new Account("a");
		return new ArrayList<>(List.of(account, account));
	}

	private static Account family() {
		Account parent = new Account("a");
		Account child = new Account("a");
		child.setParent(parent);
		parent.children.add(child);
		return parent;
	}

	@ParameterizedTest
	@MethodSource("intended")
	<T> void ignoresChangesThatAreIntended(T value, Consumer<T> change) {
		List<Object> list = new ArrayList<>(List.of(value));
		ValueDigest digest = ValueDigest.of(list);
		assertThat(digest).isNotNull();
		change.accept(value);
		assertThat(digest.matches(list)).isTrue();
	}

	static List<Arguments> intended() {
		Map<String, String> map = new LinkedHashMap<>(Map.of("a", "a"));
		return List.of(of("lazily computed property", new Lazy(), Lazy::getText),
				of("hash of a string", "text", (text) -> assertThat(text.hashCode()).isNotZero()),
				of("read", map, (read) -> assertThat(read.get("a")).isNotNull()),
				of("atomic number", new AtomicLong(), AtomicLong::incrementAndGet),
				of("concurrent map", new ConcurrentHashMap<String, String>(), (shared) -> shared.put("a", "b")),
				of("volatile field", new Session(), (session) -> session.setUsed(1)),
				of("synchronized method", new Locked(), (locked) -> locked.setUsed(1)));
	}

	@Test
	void needsNoDigestOfWhatCannotChange() {
		assertThat(Stream.of("text", 1, Instant.EPOCH, UUID.randomUUID(), TimeUnit.DAYS, List.of("a", 1),
				Map.of("a", List.of(1L)), new Key("a", 1), new Object(), new Session()))
			.allSatisfy((value) -> assertThat(ValueDigest.of(value)).isNull());
	}

	@Test
	void loadsNothingOfHibernate() {
		PersistentBag<String> unloaded = new PersistentBag<>();
		Page page = new Page(unloaded);
		List<Object> value = new ArrayList<>(List.of(page, Collections.unmodifiableList(unloaded)));
		ValueDigest digest = ValueDigest.of(value);
		assertThat(digest).isNotNull();
		assertThat(digest.matches(value)).isTrue();
		assertThat(unloaded.wasInitialized()).isFalse();
	}

	@Test
	void callsNoMethodOfAValue() {
		Hostile hostile = new Hostile();
		List<Object> value = new ArrayList<>(List.of(hostile, Map.of("a", hostile)));
		ValueDigest digest = ValueDigest.of(value);
		assertThat(digest).isNotNull();
		hostile.name = "b";
		assertThat(digest.matches(value)).isFalse();
	}

	@Test
	void endsAtItsLimits() {
		Account last = new Account("a");
		for (int i = 0; i < 100_000; i++) {
			Account child = last;
			last = new Account("a");
			last.setParent(child);
		}
		Object[] wide = new Object[100_000];
		Arrays.setAll(wide, Account::numbered);
		assertThat(ValueDigest.of(last)).isNotNull();
		assertThat(ValueDigest.of(wide)).isNotNull();
	}

	private static <T> Arguments of(String name, T value, Consumer<T> change) {
		return argumentSet(name, value, change);
	}

	record Page(List<String> names) {
	}

	record Key(String name, int number) {
	}

	static class Account {

		private String name;

		private Account parent;

		private final List<Account> children = new ArrayList<>();

		public int age;

		Account(String name) {
			this.name = name;
		}

		static Account numbered(int number) {
			return new Account("" + number);
		}

		public String getName() {
			return this.name;
		}

		public void setName(String name) {
			this.name = name;
		}

		public void setParent(Account parent) {
			this.parent = parent;
		}

		public Account parent() {
			return this.parent;
		}

		public List<Account> getChildren() {
			return this.children;
		}

	}

	static class Credentials {

		private String password = "secret";

		public String getPassword() {
			return this.password;
		}

		void erase() {
			this.password = null;
		}

	}

	static class Lazy {

		private String text;

		private int hash;

		public String getText() {
			this.text = "computed";
			this.hash = this.text.hashCode();
			return this.text;
		}

		public int hash() {
			return this.hash;
		}

	}

	static class Session {

		private volatile long used;

		public void setUsed(long used) {
			this.used = used;
		}

	}

	static class Locked {

		private long used;

		public synchronized void setUsed(long used) {
			this.used = used;
		}

	}

	static class Hostile {

		public String name = "a";

		public String getName() {
			throw new UnsupportedOperationException();
		}

		@Override
		public boolean equals(Object other) {
			throw new UnsupportedOperationException();
		}

		@Override
		public int hashCode() {
			throw new UnsupportedOperationException();
		}

		@Override
		public String toString() {
			throw new UnsupportedOperationException();
		}

	}

}
