package dev.yoil.webtoon.review;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.visitor.Visitor;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;

/**
 * A row of the table of reviews. Other packages see a {@link Review}, which does not name
 * the visitor.
 */
@Entity
@Table(name = "review")
class StoredReview {

	/** Newest first, in the order of an index. */
	static final Sort NEWEST = Sort.by("webtoonId").and(Sort.by(Direction.DESC, "createdAt", "id"));

	/** {@code null} until the row is written. */
	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private @Nullable Long id;

	@SuppressWarnings("unused") // Queries read it.
	private long webtoonId;

	private UUID visitor;

	private String nickname;

	private int rating;

	@Column(name = "body")
	private String text;

	private Instant createdAt;

	private @Nullable Instant editedAt;

	@SuppressWarnings("NullAway.Init") // Hibernate sets the fields.
	protected StoredReview() {
	}

	StoredReview(WebtoonId webtoon, Visitor author, ReviewDraft draft, Instant now) {
		this.webtoonId = webtoon.value();
		this.visitor = author.id();
		this.nickname = draft.nickname();
		this.rating = draft.rating();
		this.text = draft.text();
		this.createdAt = now;
	}

	int rating() {
		return this.rating;
	}

	boolean isBy(@Nullable Visitor reader) {
		return reader != null && reader.id().equals(this.visitor);
	}

	boolean says(ReviewDraft draft) {
		return draft.equals(new ReviewDraft(this.nickname, this.rating, this.text));
	}

	void edit(ReviewDraft draft, Instant now) {
		this.nickname = draft.nickname();
		this.rating = draft.rating();
		this.text = draft.text();
		this.editedAt = now;
	}

	Review shownTo(@Nullable Visitor reader) {
		long number = Objects.requireNonNull(this.id, "The review is not in the database yet");
		return new Review(number, this.nickname, this.rating, this.text, this.createdAt, this.editedAt, isBy(reader));
	}

}
