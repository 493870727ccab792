package dev.yoil.ehcache.internal.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.sql.Mappings.Author;
import dev.yoil.ehcache.internal.sql.Mappings.Book;
import dev.yoil.ehcache.internal.sql.Mappings.CardPayment;
import dev.yoil.ehcache.internal.sql.Mappings.CashPayment;
import dev.yoil.ehcache.internal.sql.Mappings.Cat;
import dev.yoil.ehcache.internal.sql.Mappings.Circle;
import dev.yoil.ehcache.internal.sql.Mappings.Dog;
import dev.yoil.ehcache.internal.sql.Mappings.Line;
import dev.yoil.ehcache.internal.sql.Mappings.Note;
import dev.yoil.ehcache.internal.sql.Mappings.Passport;
import dev.yoil.ehcache.internal.sql.Mappings.Price;
import dev.yoil.ehcache.internal.sql.Mappings.Purchase;
import dev.yoil.ehcache.internal.sql.Mappings.Sequenced;
import dev.yoil.ehcache.internal.sql.Mappings.Square;
import dev.yoil.ehcache.internal.sql.Mappings.Tag;
import dev.yoil.support.PostgresServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.h2.jdbcx.JdbcConnectionPool;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The statements of Hibernate for typical mappings.
 */
@Timeout(120)
class HibernateStatementsTests {

	private static final List<Operation> OPERATIONS = List.of(
			new Operation("persist with collections", "",
					"author book book_text book_tag tag book_keywords " + "book_chapters book_titles",
					HibernateStatementsTests::persistBook),
			new Operation("find by id, eager", "author book book_text", "", (em) -> em.find(Book.class, 1L)),
			new Operation("lazy one-to-many", "author book book_text", "",
					(em) -> Hibernate.initialize(author(em).books)),
			new Operation("lazy many-to-many", "author book book_text book_tag tag", "",
					(em) -> Hibernate.initialize(em.find(Book.class, 1L).tags)),
			new Operation("element collection", "author book book_text book_keywords", "",
					(em) -> Hibernate.initialize(em.find(Book.class, 1L).keywords)),
			new Operation("change of collections",
					"author book book_text book_chapters book_titles book_keywords book_tag tag",
					"book_chapters book_titles book_keywords book_tag", HibernateStatementsTests::changeCollections),
			new Operation("versioned update", "author book", "author", (em) -> author(em).name = "b"),
			new Operation("secondary table", "author book book_text", "book_text",
					(em) -> em.find(Book.class, 1L).abstractText = "b"),
			new Operation("embedded", "author book book_text", "book",
					(em) -> em.find(Book.class, 1L).price = new Price(2, "EUR")),
			new Operation("natural id", "author book", "",
					(em) -> em.unwrap(Session.class).bySimpleNaturalId(Author.class).load("b")),
			new Operation("shared key", "author book", "passport", HibernateStatementsTests::persistPassport),
			new Operation("pessimistic lock", "author book", "",
					(em) -> em.createQuery("from Author", Author.class)
						.setLockMode(jakarta.persistence.LockModeType.PESSIMISTIC_WRITE)
						.getResultList()),
			query("pagination", "author book", "from Author a order by a.name"),
			query("join fetch", "author book book_text book_tag tag",
					"from Author a join fetch a.books b join fetch b.tags"),
			query("implicit join", "book author", "select b.title from Book b where b.author.name = 'b'"),
			query("subquery", "author book",
					"select a.name from Author a where exists (from a.books b where b.title like '%a%' escape '\\')"),
			query("member of", "book book_tag", "select b.title from Book b where :tag member of b.tags"),
			query("element", "book book_keywords", "select k from Book b join b.keywords k"),
			query("CTE", "book author",
					"with c as (select b.title as title, b.id as writer from Book b) select x.title from c x join Author a on a.id = x.writer"),
			query("union", "book tag", "select b.title from Book b union select t.name from Tag t"),
			query("window", "book", "select rank() over (partition by b.author.id order by b.title) from Book b"),
			query("subselect entity", "author", "from Counted"),
			new Operation("joined insert", "", "payment card_payment cash_payment",
					HibernateStatementsTests::persistPayments),
			query("joined query", "payment card_payment cash_payment", "from Payment"),
			query("treat", "payment card_payment", "select treat(p as CardPayment).card from Payment p"),
			query("type", "payment cash_payment", "select p.amount from Payment p where type(p) = CashPayment"),
			update("joined bulk update", "payment card_payment", "payment card_payment",
					"update CardPayment set amount = 2, card = 'b' where amount = 1"),
			update("joined bulk delete", "payment card_payment cash_payment", "payment card_payment cash_payment",
					"delete from Payment where amount >= 0"),
			update("joined bulk insert", "book", "payment card_payment",
					"insert into CardPayment (amount, card) select 1, b.title from Book b"),
			new Operation("single table insert", "", "pet", HibernateStatementsTests::persistPets),
			query("single table query", "pet", "from Cat c where c.lives > 1"),
			update("single table bulk update", "pet", "pet", "update Dog set barks = barks + 1"),
			new Operation("table per class insert", "", "circle square", HibernateStatementsTests::persistShapes),
			query("table per class query", "shape circle square", "from Shape s where s.area > 0"),
			update("table per class bulk update", "shape circle square", "shape circle square",
					"update Shape set area = area + 1"),
			update("table per class bulk delete", "shape circle square", "shape circle square",
					"delete from Shape where area > 1"),
			new Operation("soft delete", "note", "note", HibernateStatementsTests::removeNote),
			query("soft deleted", "note", "from Note"),
			new Operation("cascade of the database", "order", "order order_line",
					HibernateStatementsTests::removePurchase),
			new Operation("table generator", "", "sequenced hibernate_sequences", (em) -> em.persist(new Sequenced())),
			new Operation("upsert", "", "tag", HibernateStatementsTests::upsert),
			update("bulk update", "author", "author", "update versioned Author set name = concat(name, 'c')"),
			update("on conflict", "", "tag", "insert into Tag (name) values ('b') on conflict (name) do nothing"),
			update("bulk delete of collections", "book book_text book_keywords book_chapters book_titles book_tag",
					"book book_text book_keywords book_chapters book_titles book_tag",
					"delete from Book where title = 'none'"),
			new Operation("removal with orphans", "author book book_text passport",
					"author book book_text book_keywords book_chapters " + "book_titles book_tag passport",
					HibernateStatementsTests::removeAuthor));

	private final List<String> statements = new ArrayList<>();

	@Test
	void missesNoTableOfH2() throws SQLException {
		JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:hibernate;DB_CLOSE_DELAY=-1", "", "");
		try {
			check(pool);
		}
		finally {
			pool.dispose();
		}
	}

	@Test
	void missesNoTableOfPostgres() throws SQLException {
		String url = PostgresServer.shared().createDatabase();
		check(new DriverManagerDataSource(url, PostgresServer.USER, PostgresServer.PASSWORD));
	}

	private void check(DataSource dataSource) throws SQLException {
		DataSource recorded = ProxyDataSourceBuilder.create(dataSource)
			.beforeQuery((execution, queries) -> queries.forEach((query) -> this.statements.add(query.getQuery())))
			.build();
		try (EntityManagerFactory factory = new HibernatePersistenceConfiguration("mappings")
			.managedClasses(Mappings.ENTITIES)
			.property("jakarta.persistence.nonJtaDataSource", recorded)
			.property("hibernate.hbm2ddl.auto", "create")
			.createEntityManagerFactory(); Connection connection = dataSource.getConnection()) {
			SqlTables tables = new SqlTables(DatabaseCatalog.read(connection));
			List<String> failures = new ArrayList<>();
			for (Operation operation : OPERATIONS) {
				check(operation, factory, connection, tables, failures);
			}
			assertThat(failures).isEmpty();
		}
	}

	private void check(Operation operation, EntityManagerFactory factory, Connection connection, SqlTables tables,
			List<String> failures) throws SQLException {
		this.statements.clear();
		Map<String, Long> before = modifications(connection);
		try {
			inTransaction(factory, operation.work());
		}
		catch (RuntimeException ex) {
			failures.add(operation + ": " + ex);
			return;
		}
		Set<String> changed = new TreeSet<>();
		modifications(connection).forEach((table, number) -> {
			if (!number.equals(before.get(table))) {
				changed.add(table);
			}
		});
		Set<String> reads = new TreeSet<>();
		Set<String> writes = new TreeSet<>();
		for (String sql : this.statements) {
			Effect effect = tables.of(sql);
			if (sql.endsWith(" for update")) {
				// H2 counts a lock as a modification.
				changed.clear();
			}
			reads.addAll(effect.reads());
			writes.addAll(effect.writes());
			if (effect.readsUnknown()) {
				reads.add("?");
			}
			if (effect.writesUnknown()) {
				writes.add("?");
			}
		}
		// Temporary tables of bulk statements.
		reads.removeIf((table) -> table.startsWith("ht"));
		writes.removeIf((table) -> table.startsWith("ht"));
		changed.removeIf((table) -> table.startsWith("ht"));
		Set<String> mayRead = new TreeSet<>(operation.reads());
		mayRead.addAll(operation.writes());
		if (!writes.equals(operation.writes()) || !writes.containsAll(changed) || !reads.containsAll(operation.reads())
				|| !mayRead.containsAll(reads)) {
			failures.add("%s reads %s, changes %s, and really %s: %s".formatted(operation, reads, writes, changed,
					String.join(";\n", this.statements)));
		}
	}

	/** Returns the number of the last change of each table, which H2 knows. */
	private static Map<String, Long> modifications(Connection connection) throws SQLException {
		Map<String, Long> numbers = new HashMap<>();
		if (connection.getMetaData().getDatabaseProductName().equals("H2")) {
			try (Statement statement = connection.createStatement();
					ResultSet rows = statement
						.executeQuery("select lower(table_name), last_modification from information_schema.tables "
								+ "where table_schema = 'PUBLIC'")) {
				while (rows.next()) {
					numbers.put(rows.getString(1), rows.getLong(2));
				}
			}
		}
		return numbers;
	}

	private static void inTransaction(EntityManagerFactory factory, Consumer<EntityManager> work) {
		try (EntityManager em = factory.createEntityManager()) {
			EntityTransaction transaction = em.getTransaction();
			transaction.begin();
			work.accept(em);
			transaction.commit();
		}
	}

	private static Operation query(String name, String reads, String hql) {
		return new Operation(name, reads, "", (em) -> {
			var query = em.createQuery(hql, Object.class).setFirstResult(0).setMaxResults(10);
			query.getParameters().forEach((parameter) -> query.setParameter(parameter.getName(), new Tag()));
			query.getResultList();
		});
	}

	private static Operation update(String name, String reads, String writes, String hql) {
		return new Operation(name, reads, writes, (em) -> em.createQuery(hql).executeUpdate());
	}

	private static Author author(EntityManager em) {
		return em.find(Author.class, 1L);
	}

	private static void persistBook(EntityManager em) {
		Author author = new Author();
		author.name = "a";
		Book book = new Book();
		book.author = author;
		book.abstractText = "a";
		book.price = new Price(1, "KRW");
		Tag tag = new Tag();
		tag.name = "a";
		book.tags.add(tag);
		book.keywords.add("a");
		book.chapters.addAll(List.of("a", "b"));
		book.titles.put("ko", "a");
		author.books.add(book);
		em.persist(author);
	}

	private static void changeCollections(EntityManager em) {
		Book book = em.find(Book.class, 1L);
		book.chapters.remove(0);
		book.titles.put("ko", "b");
		book.keywords.clear();
		book.tags.clear();
	}

	private static void persistPassport(EntityManager em) {
		Passport passport = new Passport();
		passport.author = author(em);
		em.persist(passport);
	}

	private static void persistPayments(EntityManager em) {
		CardPayment card = new CardPayment();
		card.amount = 1;
		em.persist(card);
		em.persist(new CashPayment());
	}

	private static void persistPets(EntityManager em) {
		em.persist(new Dog());
		em.persist(new Cat());
	}

	private static void persistShapes(EntityManager em) {
		Circle circle = new Circle();
		circle.area = 2;
		em.persist(circle);
		em.persist(new Square());
	}

	private static void removeNote(EntityManager em) {
		Note note = new Note();
		em.persist(note);
		em.flush();
		em.remove(note);
	}

	private static void removePurchase(EntityManager em) {
		Purchase purchase = new Purchase();
		Line line = new Line();
		line.purchase = purchase;
		em.persist(purchase);
		em.persist(line);
		em.flush();
		em.clear();
		em.remove(em.find(Purchase.class, 0));
	}

	private static void upsert(EntityManager em) {
		try (var session = em.getEntityManagerFactory().unwrap(SessionFactory.class).openStatelessSession()) {
			Tag tag = new Tag();
			tag.name = "c";
			session.upsert(tag);
		}
	}

	private static void removeAuthor(EntityManager em) {
		em.createQuery("delete from Passport").executeUpdate();
		em.remove(author(em));
	}

	/** An operation, and the tables that it reads and changes. */
	private record Operation(String name, Set<String> reads, Set<String> writes, Consumer<EntityManager> work) {

		Operation(String name, String reads, String writes, Consumer<EntityManager> work) {
			this(name, tables(reads), tables(writes), work);
		}

		private static Set<String> tables(String list) {
			return list.isEmpty() ? Set.of() : new TreeSet<>(List.of(list.split(" ", -1)));
		}

		@Override
		public String toString() {
			return this.name + " reads " + this.reads + ", changes " + this.writes;
		}

	}

}
