package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of reading webtoons from the database, each in a transaction of its own.
 */
@Service
class Catalog {

	/** What means something in a pattern of SQL. */
	private static final Pattern SPECIAL = Pattern.compile("[%_!]");

	private final Webtoons webtoons;

	Catalog(Webtoons webtoons) {
		this.webtoons = webtoons;
	}

	/**
	 * Reads the webtoons of a publish day with one query.
	 * @param list the publish day and the order
	 * @return an unmodifiable list; empty if the day has none
	 */
	@Transactional(readOnly = true)
	List<WebtoonSummary> byPublishDay(PublishDayList list) {
		return List.copyOf(this.webtoons.findSummaries(list.publishDay(), list.sort().order()));
	}

	/**
	 * Reads a page of that list.
	 * @param list the publish day and the order
	 * @param page the number of the page, from 0
	 * @param size how many webtoons a page has, from 1
	 * @return an unmodifiable list, empty if the page lies behind the last
	 */
	@Transactional(readOnly = true)
	List<WebtoonSummary> byPublishDay(PublishDayList list, int page, int size) {
		return List
			.copyOf(this.webtoons.findSummaries(list.publishDay(), PageRequest.of(page, size, list.sort().order())));
	}

	/**
	 * Counts the webtoons of a publish day.
	 * @param publishDay the publish day
	 * @return how many there are
	 */
	@Transactional(readOnly = true)
	long countByPublishDay(PublishDay publishDay) {
		return this.webtoons.countByPublishDay(publishDay);
	}

	/**
	 * Reads one webtoon.
	 * @param id its number
	 * @return what its page shows, empty if there is none
	 */
	@Transactional(readOnly = true)
	Optional<WebtoonDetails> details(long id) {
		return this.webtoons.findDetails(id);
	}

	/**
	 * Searches titles and authors, whatever their case.
	 * @param text what must be somewhere in them
	 * @param page the number of the page, from 0
	 * @param size how many webtoons a page has, from 1
	 * @return a page of what was found, by title, then by number
	 */
	@Transactional(readOnly = true)
	WebtoonPage search(String text, int page, int size) {
		String pattern = "%" + SPECIAL.matcher(text).replaceAll("!$0") + "%";
		return new WebtoonPage(this.webtoons.search(pattern, PageRequest.of(page, size, Sort.by("title", "id"))), page,
				size, this.webtoons.countMatching(pattern));
	}

}
