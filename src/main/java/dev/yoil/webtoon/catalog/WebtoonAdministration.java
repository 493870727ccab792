package dev.yoil.webtoon.catalog;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.function.Predicate;

import dev.yoil.webtoon.genre.Genres;
import dev.yoil.webtoon.problem.ProblemType;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes of webtoons, each in its own transaction. After the commit, only the entries
 * that show the webtoon are evicted.
 */
@Service
class WebtoonAdministration {

	private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");

	private final WebtoonRepository webtoons;

	private final Genres genres;

	private final PublishDayChanges changes;

	private final ApplicationEventPublisher events;

	private final Clock clock;

	WebtoonAdministration(WebtoonRepository webtoons, Genres genres, PublishDayChanges changes,
			ApplicationEventPublisher events, Clock clock) {
		this.webtoons = webtoons;
		this.genres = genres;
		this.changes = changes;
		this.events = events;
		this.clock = clock;
	}

	@Transactional(readOnly = true)
	AdministeredWebtoon one(WebtoonId id) {
		return this.webtoons.findProjectedById(id.value(), AdministeredWebtoon.class).orElseThrow(WebtoonId::unknown);
	}

	/**
	 * Creates a webtoon, registered today in Seoul by default.
	 */
	@Transactional
	AdministeredWebtoon create(WebtoonDraft draft) {
		LocalDate date = draft.registeredDate();
		AdministeredWebtoon wanted = draft.of(0,
				(date != null) ? date : LocalDate.ofInstant(this.clock.instant(), SEOUL));
		lockGenre(wanted);
		Webtoon webtoon = this.webtoons.save(Webtoon.of(wanted));
		// The path of the picture contains the number.
		AdministeredWebtoon created = draft.of(webtoon.id(), wanted.registeredDate());
		webtoon.replace(created);
		this.changes.number(created.publishDay());
		return created;
	}

	/**
	 * Replaces a webtoon. Does nothing if nothing differs, even if something else is
	 * expected: an earlier attempt of the request may have succeeded (RFC 9110, 13.1.1).
	 * @param expected checks that the webtoon is still as the administrator saw it
	 */
	@Transactional
	AdministeredWebtoon replace(WebtoonId id, WebtoonDraft.WebtoonReplacement replacement,
			Predicate<AdministeredWebtoon> expected) {
		AdministeredWebtoon after = replacement.of(id.value());
		Webtoon webtoon = lock(id);
		AdministeredWebtoon before = webtoon.administered();
		if (after.equals(before)) {
			return before;
		}
		require(expected, before);
		lockGenre(after);
		webtoon.replace(after);
		markChanges(before, after);
		this.events.publishEvent(new WebtoonChanged(id));
		return after;
	}

	/**
	 * Deletes a webtoon with its likes and reviews.
	 * @param expected checks that the webtoon is still as the administrator saw it
	 */
	@Transactional
	void delete(WebtoonId id, Predicate<AdministeredWebtoon> expected) {
		Webtoon webtoon = lock(id);
		require(expected, webtoon.administered());
		this.webtoons.delete(webtoon);
		this.changes.number(webtoon.publishDay());
		this.events.publishEvent(new WebtoonChanged(id));
	}

	/**
	 * Locks a webtoon, after naming everything that shows it. An earlier attempt of the
	 * request may have changed it in any way.
	 */
	private Webtoon lock(WebtoonId id) {
		this.changes.mayChangeAny();
		this.events.publishEvent(new WebtoonMayChange(id));
		return this.webtoons.lock(id.value()).orElseThrow(WebtoonId::unknown);
	}

	private static void require(Predicate<AdministeredWebtoon> expected, AdministeredWebtoon webtoon) {
		if (!expected.test(webtoon)) {
			throw ProblemType.CHANGED_MEANWHILE
				.exception("The webtoon has changed since you read it: 'If-Match' does not match. "
						+ "Read it again and repeat the change if it still applies.");
		}
	}

	private void markChanges(AdministeredWebtoon before, AdministeredWebtoon after) {
		if (before.publishDay() != after.publishDay()) {
			this.changes.number(before.publishDay());
			this.changes.number(after.publishDay());
		}
		else if (!before.genre().equals(after.genre())) {
			this.changes.number(after.publishDay());
		}
		else if (!before.looksLike(after)) {
			this.changes.contents(after.publishDay());
		}
		else {
			this.changes.order(after.publishDay(), WebtoonSort.REGISTERED);
		}
	}

	private void lockGenre(AdministeredWebtoon webtoon) {
		if (!this.genres.lock(webtoon.genre())) {
			throw WebtoonDraft.refused("genre", WebtoonDraft.UNKNOWN_GENRE);
		}
	}

}
