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
 * The use cases of changing webtoons, each in a transaction of its own. What shows a
 * changed webtoon is forgotten when it is committed, and nothing else.
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

	/**
	 * Reads one.
	 * @throws UnknownWebtoonException if there is none
	 */
	@Transactional(readOnly = true)
	AdministeredWebtoon one(WebtoonId id) {
		return this.webtoons.findProjectedById(id.value(), AdministeredWebtoon.class)
			.orElseThrow(UnknownWebtoonException::new);
	}

	/**
	 * Creates one, registered today in Seoul unless the draft says otherwise.
	 */
	@Transactional
	AdministeredWebtoon create(WebtoonDraft draft) {
		LocalDate date = draft.registeredDate();
		AdministeredWebtoon wanted = draft.of(0,
				(date != null) ? date : LocalDate.ofInstant(this.clock.instant(), SEOUL));
		keepGenre(wanted);
		Webtoon webtoon = this.webtoons.save(Webtoon.of(wanted));
		// The picture has the number in its path.
		AdministeredWebtoon created = draft.of(webtoon.id(), wanted.registeredDate());
		webtoon.replace(created);
		this.changes.number(created.publishDay());
		return created;
	}

	/**
	 * Changes one to what replaces it. If it is that already, nothing happens.
	 * @param expected whether it is still what the administrator saw
	 * @throws UnknownWebtoonException if there is none
	 * @throws org.springframework.web.ErrorResponseException if it is not what was seen
	 */
	@Transactional
	AdministeredWebtoon replace(WebtoonId id, WebtoonReplacement replacement, Predicate<AdministeredWebtoon> expected) {
		AdministeredWebtoon after = replacement.of(id.value());
		Webtoon webtoon = lock(id, expected);
		AdministeredWebtoon before = webtoon.administered();
		if (after.equals(before)) {
			return before;
		}
		keepGenre(after);
		webtoon.replace(after);
		forget(before, after);
		this.events.publishEvent(new WebtoonChanged(id));
		return after;
	}

	/**
	 * Deletes one, with all that readers did to it.
	 * @param expected whether it is still what the administrator saw
	 * @throws UnknownWebtoonException if there is none
	 * @throws org.springframework.web.ErrorResponseException if it is not what was seen
	 */
	@Transactional
	void delete(WebtoonId id, Predicate<AdministeredWebtoon> expected) {
		Webtoon webtoon = lock(id, expected);
		this.webtoons.delete(webtoon);
		this.changes.number(webtoon.publishDay());
		this.events.publishEvent(new WebtoonChanged(id));
	}

	private Webtoon lock(WebtoonId id, Predicate<AdministeredWebtoon> expected) {
		Webtoon webtoon = this.webtoons.lock(id.value()).orElseThrow(UnknownWebtoonException::new);
		if (!expected.test(webtoon.administered())) {
			throw ProblemType.CHANGED_MEANWHILE
				.exception("The webtoon is no longer what the header 'If-Match' names: somebody else has changed it. "
						+ "Read it again and decide again.");
		}
		return webtoon;
	}

	private void forget(AdministeredWebtoon before, AdministeredWebtoon after) {
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

	private void keepGenre(AdministeredWebtoon webtoon) {
		if (!this.genres.keep(webtoon.genre())) {
			throw WebtoonDraft.refused("genre", WebtoonDraft.UNKNOWN_GENRE);
		}
	}

}
