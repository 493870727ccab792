package dev.yoil.webtoon.review;

import java.time.Instant;

import dev.yoil.webtoon.visitor.Visitor;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of reviews. It never leaves this package: others are shown a
 * {@link Review}, which does not tell who wrote it.
 *
 * @param id its number
 * @param author who wrote it
 * @param nickname the name that the author goes by
 * @param rating from 1 to 5
 * @param text what the author thinks
 * @param createdAt when it was posted
 * @param editedAt when it was last changed; {@code null} if it never was
 */
record StoredReview(long id, Visitor author, String nickname, int rating, String text, Instant createdAt,
		@Nullable Instant editedAt) {

	/**
	 * A review that was just written.
	 */
	static StoredReview posted(long id, Visitor author, ReviewDraft draft, Instant now) {
		return new StoredReview(id, author, draft.nickname(), draft.rating(), draft.text(), now, null);
	}

	/**
	 * The same review with other contents.
	 */
	StoredReview edited(ReviewDraft draft, Instant now) {
		return new StoredReview(this.id, this.author, draft.nickname(), draft.rating(), draft.text(), this.createdAt,
				now);
	}

	boolean says(ReviewDraft draft) {
		return draft.equals(new ReviewDraft(this.nickname, this.rating, this.text));
	}

	Review shownTo(@Nullable Visitor reader) {
		return new Review(this.id, this.nickname, this.rating, this.text, this.createdAt, this.editedAt,
				this.author.equals(reader));
	}

}
