package dev.yoil.ehcache.internal.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.OnDelete;
import org.hibernate.annotations.OnDeleteAction;
import org.hibernate.annotations.SoftDelete;
import org.hibernate.annotations.Subselect;
import org.jspecify.annotations.Nullable;

/**
 * Typical mappings of Hibernate.
 */
final class Mappings {

	static final Class<?>[] ENTITIES = { Author.class, Book.class, Tag.class, Passport.class, Payment.class,
			CardPayment.class, CashPayment.class, Pet.class, Dog.class, Cat.class, Shape.class, Circle.class,
			Square.class, Note.class, Purchase.class, Line.class, Counted.class, Sequenced.class };

	private Mappings() {
	}

	@Entity(name = "Author")
	@Table(name = "author")
	static class Author {

		@Id
		@GeneratedValue(strategy = GenerationType.IDENTITY)
		@Nullable Long id;

		@Version
		int version;

		@NaturalId(mutable = true)
		String name = "";

		@OneToMany(mappedBy = "author", cascade = CascadeType.ALL, orphanRemoval = true)
		List<Book> books = new ArrayList<>();

		@Formula("(select count(*) from book b where b.author_id = id)")
		int bookCount;

	}

	@Entity(name = "Book")
	@Table(name = "book")
	@SecondaryTable(name = "book_text")
	static class Book {

		@Id
		@GeneratedValue(strategy = GenerationType.SEQUENCE)
		@Nullable Long id;

		String title = "";

		@Column(table = "book_text")
		@Nullable String abstractText;

		@Embedded
		@Nullable Price price;

		@ManyToOne
		@JoinColumn(name = "author_id")
		@Nullable Author author;

		@ManyToMany(cascade = CascadeType.PERSIST)
		Set<Tag> tags = new HashSet<>();

		@ElementCollection
		Set<String> keywords = new HashSet<>();

		@ElementCollection
		@OrderColumn
		List<String> chapters = new ArrayList<>();

		@ElementCollection
		Map<String, String> titles = new HashMap<>();

	}

	@Embeddable
	record Price(int amount, String currency) {
	}

	@Entity(name = "Tag")
	@Table(name = "tag")
	static class Tag {

		@Id
		String name = "";

		@ManyToMany(mappedBy = "tags")
		Set<Book> books = new HashSet<>();

	}

	@Entity(name = "Passport")
	@Table(name = "passport")
	static class Passport {

		@Id
		@Nullable Long id;

		@OneToOne
		@MapsId
		@Nullable Author author;

	}

	@Entity(name = "Payment")
	@Inheritance(strategy = InheritanceType.JOINED)
	@Table(name = "payment")
	static class Payment {

		@Id
		@GeneratedValue
		@Nullable Long id;

		int amount;

	}

	@Entity(name = "CardPayment")
	@Table(name = "card_payment")
	static class CardPayment extends Payment {

		String card = "";

	}

	@Entity(name = "CashPayment")
	@Table(name = "cash_payment")
	static class CashPayment extends Payment {

		int given;

	}

	@Entity(name = "Pet")
	@Inheritance
	@DiscriminatorColumn(name = "kind", columnDefinition = "varchar(9)")
	@Table(name = "pet")
	static class Pet {

		@Id
		@GeneratedValue
		@Nullable Long id;

	}

	@Entity(name = "Dog")
	static class Dog extends Pet {

		@Nullable Integer barks = 1;

	}

	@Entity(name = "Cat")
	static class Cat extends Pet {

		@Nullable Integer lives = 9;

	}

	@Entity(name = "Shape")
	@Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
	@Table(name = "shape")
	static class Shape {

		@Id
		@GeneratedValue
		@Nullable Long id;

		int area;

	}

	@Entity(name = "Circle")
	@Table(name = "circle")
	static class Circle extends Shape {

		int radius;

	}

	@Entity(name = "Square")
	@Table(name = "square")
	static class Square extends Shape {

		int side;

	}

	@Entity(name = "Note")
	@SoftDelete
	@Table(name = "note")
	static class Note {

		@Id
		int id;

		String text = "";

	}

	/** A table whose name is a keyword, and rows that the database deletes. */
	@Entity(name = "Purchase")
	@Table(name = "\"order\"")
	static class Purchase {

		@Id
		int id;

		@OneToMany(mappedBy = "purchase")
		@OnDelete(action = OnDeleteAction.CASCADE)
		List<Line> lines = new ArrayList<>();

	}

	@Entity(name = "Line")
	@Table(name = "order_line")
	static class Line {

		@Id
		int id;

		@ManyToOne
		@OnDelete(action = OnDeleteAction.CASCADE)
		@Nullable Purchase purchase;

	}

	@Entity(name = "Counted")
	@Subselect("select name, count(*) as authors from author group by name")
	static class Counted {

		@Id
		String name = "";

		long authors;

	}

	@Entity(name = "Sequenced")
	@Table(name = "sequenced")
	static class Sequenced {

		@Id
		@GeneratedValue(strategy = GenerationType.TABLE)
		@Nullable Long id;

	}

}
