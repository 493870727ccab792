package dev.yoil.webtoon.catalog;

import java.time.LocalDate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * A row of the table of webtoons. It never leaves this package: readers are shown
 * {@link WebtoonSummary}.
 */
@Entity
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class Webtoon {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private Long id;

	@Column(nullable = false, length = 200)
	private String title;

	@Column(nullable = false, length = 100)
	private String author;

	@Column(nullable = false, length = 30)
	private String genre;

	// Plain text in every database: H2 would otherwise be expected to have an enum type.
	@Enumerated(EnumType.STRING)
	@JdbcTypeCode(SqlTypes.VARCHAR)
	@Column(nullable = false, length = 9)
	private PublishDay publishDay;

	@Column(nullable = false, length = 200)
	private String thumbnail;

	@Column(nullable = false, length = 1000)
	private String synopsis;

	@Column(nullable = false)
	private LocalDate registeredDate;

	@Column(nullable = false)
	private long likeCount;

	@Column(nullable = false)
	private long reviewCount;

	@Column(nullable = false)
	private long ratingSum;

}
