package dev.yoil.webtoon.review;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.catalog.WebtoonCounts;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.catalog.WebtoonWrites;
import dev.yoil.webtoon.moderation.BannedWords;
import dev.yoil.webtoon.problem.ProblemType;
import dev.yoil.webtoon.visitor.Visitor;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.ErrorResponseException;

/**
 * The reviews: at most one for each webtoon and visitor, who alone may change it.
 */
@Service
public class Reviews {

	private final ReviewRepository reviews;

	private final BannedWords words;

	private final WebtoonWrites writes;

	private final WebtoonCounts counts;

	private final Clock clock;

	Reviews(ReviewRepository reviews, BannedWords words, WebtoonWrites writes, WebtoonCounts counts, Clock clock) {
		this.reviews = reviews;
		this.words = words;
		this.writes = writes;
		this.counts = counts;
		this.clock = clock;
	}

	/**
	 * Reads a page of a webtoon's reviews, newest first.
	 */
	@Transactional(readOnly = true)
	public ListPage<Review> newest(WebtoonId webtoon, PageParameters part, @Nullable Visitor reader) {
		long total = this.counts.reviews(webtoon);
		PageRequest newest = PageRequest.of(part.page(), part.size(), StoredReview.NEWEST);
		List<Review> items = this.reviews.findByWebtoonId(webtoon.value(), newest)
			.stream()
			.map((review) -> review.shownTo(reader))
			.toList();
		return new ListPage<>(items, part.page(), part.size(), total);
	}

	@Transactional(readOnly = true)
	Review one(WebtoonId webtoon, long id, @Nullable Visitor reader) {
		if (this.counts.reviews(webtoon) == 0) {
			throw unknown();
		}
		return find(webtoon, id).shownTo(reader);
	}

	Review post(WebtoonId webtoon, Visitor author, ReviewDraft draft) {
		refuseBannedWords(draft);
		return this.writes.write(webtoon, () -> {
			if (this.reviews.existsByWebtoonIdAndVisitor(webtoon.value(), author.id())) {
				throw ProblemType.SECOND_REVIEW
					.exception("You have already reviewed this webtoon. Edit or delete your review.");
			}
			StoredReview posted = this.reviews.save(new StoredReview(webtoon, author, draft, now()));
			this.counts.addReviews(webtoon, 1, posted.rating());
			return posted.shownTo(author);
		});
	}

	/**
	 * Replaces a review. Does nothing if nothing differs.
	 */
	Review edit(WebtoonId webtoon, long id, @Nullable Visitor author, ReviewDraft draft) {
		refuseBannedWords(draft);
		return this.writes.write(webtoon, () -> {
			StoredReview review = findOwn(webtoon, id, author);
			if (!review.says(draft)) {
				int before = review.rating();
				review.edit(draft, now());
				if (review.rating() != before) {
					this.counts.addReviews(webtoon, 0, review.rating() - before);
				}
			}
			return review.shownTo(author);
		});
	}

	void delete(WebtoonId webtoon, long id, @Nullable Visitor author) {
		this.writes.write(webtoon, () -> {
			StoredReview review = findOwn(webtoon, id, author);
			this.reviews.delete(review);
			this.counts.addReviews(webtoon, -1, -review.rating());
			return review;
		});
	}

	private void refuseBannedWords(ReviewDraft draft) {
		this.words.refuse("nickname", draft.nickname());
		this.words.refuse("text", draft.text());
	}

	private StoredReview findOwn(WebtoonId webtoon, long id, @Nullable Visitor author) {
		StoredReview review = find(webtoon, id);
		if (!review.isBy(author)) {
			throw ProblemType.REVIEW_OF_ANOTHER
				.exception("Another visitor wrote this review. You can only change your own reviews.");
		}
		return review;
	}

	private StoredReview find(WebtoonId webtoon, long id) {
		return this.reviews.findByWebtoonIdAndId(webtoon.value(), id).orElseThrow(Reviews::unknown);
	}

	/**
	 * Returns the time in the precision of the database, which would otherwise round it
	 * up, possibly to the next day.
	 */
	private Instant now() {
		return this.clock.instant().truncatedTo(ChronoUnit.MICROS);
	}

	private static ErrorResponseException unknown() {
		return ProblemType.UNKNOWN_REVIEW.exception("The webtoon has no review with this number.");
	}

}
