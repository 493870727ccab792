package dev.yoil.ehcache.internal.index;

import java.util.ArrayList;
import java.util.List;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The measured bytes of JPA entities, whose session is open and holds many others.
 */
class HeapBytesOfEntitiesTests {

	private static final int BOOK_BYTES = 1_000;

	private static SessionFactory sessions;

	@BeforeAll
	static void open() {
		sessions = new HibernatePersistenceConfiguration("entities").managedClasses(Author.class, Book.class)
			.jdbcUrl("jdbc:h2:mem:heap-bytes")
			.jdbcCredentials("sa", "")
			.property("hibernate.hbm2ddl.auto", "create")
			.createEntityManagerFactory()
			.unwrap(SessionFactory.class);
		sessions.inTransaction((session) -> {
			Author first = new Author(1);
			Author second = new Author(2);
			first.editor = second;
			session.persist(second);
			session.persist(first);
			for (int id = 0; id < 10; id++) {
				session.persist(new Book(id, first));
			}
		});
	}

	@AfterAll
	static void close() {
		sessions.close();
	}

	@Test
	void doesNotCountTheSessionOfALazyCollection() {
		try (Session session = sessions.openSession()) {
			assertThat(bytes(session.find(Author.class, 1))).isLessThan(BOOK_BYTES);
		}
	}

	@Test
	void doesNotCountTheSessionOfAProxy() {
		try (Session session = sessions.openSession()) {
			Author proxy = session.getReference(Author.class, 1);
			assertThat(bytes(proxy)).isLessThan(BOOK_BYTES);
			assertThat(Hibernate.isInitialized(proxy)).as("measuring loads it").isFalse();
		}
	}

	@Test
	void countsLoadedCollectionsAndProxies() {
		try (Session session = sessions.openSession()) {
			Author author = session.find(Author.class, 1);
			long lazy = bytes(author);
			Hibernate.initialize(author.books);
			assertThat(bytes(author) - lazy).isBetween(10L * BOOK_BYTES, 12L * BOOK_BYTES);
			Author proxy = session.getReference(Author.class, 2);
			long uninitialized = bytes(proxy);
			Hibernate.initialize(proxy);
			assertThat(bytes(proxy)).isGreaterThan(uninitialized);
		}
	}

	private static long bytes(Object value) {
		return HeapBytes.of(1, value) - HeapBytes.PER_ENTRY;
	}

	@Entity(name = "Author")
	static class Author {

		@Id
		int id;

		@OneToMany(mappedBy = "author")
		List<Book> books = new ArrayList<>();

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Author editor;

		Author(int id) {
			this.id = id;
		}

		protected Author() {
		}

	}

	@Entity(name = "Book")
	static class Book {

		@Id
		int id;

		@Column(length = BOOK_BYTES)
		byte[] text = new byte[BOOK_BYTES];

		@ManyToOne
		@Nullable Author author;

		Book(int id, Author author) {
			this.id = id;
			this.author = author;
		}

		protected Book() {
		}

	}

}
