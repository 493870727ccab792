package dev.yoil.webtoon.catalog;

import java.time.LocalDate;
import java.util.Objects;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of webtoons. Queries return records with the names of these
 * attributes. Only the queries of {@link WebtoonRepository} change the counts, so an
 * administrator's change cannot undo a like.
 */
@Entity
class Webtoon {

	/** {@code null} until the row is written. */
	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private @Nullable Long id;

	private String title;

	private String author;

	private String genre;

	// A text in every database. In H2, Hibernate would expect an enum.
	@Enumerated(EnumType.STRING)
	@JdbcTypeCode(SqlTypes.VARCHAR)
	private PublishDay publishDay;

	private String thumbnail;

	private String synopsis;

	private LocalDate registeredDate;

	@Column(name = "like_count", insertable = false, updatable = false)
	private long likes;

	@Column(name = "review_count", insertable = false, updatable = false)
	private long reviews;

	@Column(insertable = false, updatable = false)
	private long ratingSum;

	/** Mean with two decimals. */
	@SuppressWarnings("unused") // Queries read it.
	@Formula("round(100.0 * rating_sum / nullif(review_count, 0)) / 100.0")
	private @Nullable Double rating;

	@SuppressWarnings("NullAway.Init") // Hibernate sets the fields.
	protected Webtoon() {
	}

	static Webtoon of(AdministeredWebtoon contents) {
		Webtoon webtoon = new Webtoon();
		webtoon.replace(contents);
		return webtoon;
	}

	long id() {
		return Objects.requireNonNull(this.id, "The webtoon is not in the database yet");
	}

	PublishDay publishDay() {
		return this.publishDay;
	}

	AdministeredWebtoon administered() {
		return new AdministeredWebtoon(id(), this.title, this.author, this.genre, this.publishDay, this.thumbnail,
				this.synopsis, this.registeredDate);
	}

	void replace(AdministeredWebtoon contents) {
		this.title = contents.title();
		this.author = contents.author();
		this.genre = contents.genre();
		this.publishDay = contents.publishDay();
		this.thumbnail = contents.thumbnail();
		this.synopsis = contents.synopsis();
		this.registeredDate = contents.registeredDate();
	}

}
