package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.yoil.webtoon.PageParameters;

import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of reading webtoons from the database, each in a transaction of its own.
 */
@Service
public class Catalog {

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
		String genre = list.genre();
		return List.copyOf((genre == null) ? this.webtoons.findSummaries(list.publishDay(), list.sort().order())
				: this.webtoons.findSummaries(list.publishDay(), genre, list.sort().order()));
	}

	/**
	 * Reads a page of that list.
	 * @param list the publish day and the order
	 * @param part which page
	 * @return an unmodifiable list, empty if the page lies behind the last
	 */
	@Transactional(readOnly = true)
	List<WebtoonSummary> byPublishDay(PublishDayList list, PageParameters part) {
		PageRequest wanted = PageRequest.of(part.page(), part.size(), list.sort().order());
		String genre = list.genre();
		return List.copyOf((genre == null) ? this.webtoons.findSummaries(list.publishDay(), wanted)
				: this.webtoons.findSummaries(list.publishDay(), genre, wanted));
	}

	/**
	 * Reads a page of that list with the number of all.
	 * @param list the publish day and the order
	 * @param part which page
	 * @return the page
	 */
	@Transactional(readOnly = true)
	WebtoonPage page(PublishDayList list, PageParameters part) {
		return new WebtoonPage(byPublishDay(list, part), part.page(), part.size(), count(list));
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
	 * Counts the webtoons of a publish day that are of one genre.
	 * @param part the publish day and the genre
	 * @return how many there are
	 */
	@Transactional(readOnly = true)
	long countByGenre(PublishDayGenre part) {
		return this.webtoons.countByPublishDayAndGenre(part.publishDay(), part.genre());
	}

	/**
	 * Reads one webtoon.
	 * @param id its number
	 * @return what its page shows, empty if there is none
	 */
	@Transactional(readOnly = true)
	public Optional<WebtoonDetails> details(long id) {
		return this.webtoons.findDetails(id);
	}

	/**
	 * Searches titles and authors, whatever their case.
	 * @param text what must be somewhere in them
	 * @param part which page
	 * @return a page of what was found, by title, then by number
	 */
	@Transactional(readOnly = true)
	public WebtoonPage search(SearchText text, PageParameters part) {
		List<WebtoonSummary> found = this.webtoons.search(text.pattern(), byTitle(part));
		return new WebtoonPage(found, part.page(), part.size(), this.webtoons.countMatching(text.pattern()));
	}

	/**
	 * Searches titles and authors of some days, for all there is of each webtoon.
	 * @param text what must be somewhere in them
	 * @param publishDays the publish days
	 * @param part which page
	 * @return a page of what was found, by title, then by number
	 */
	@Transactional(readOnly = true)
	AdministeredPage details(SearchText text, Set<PublishDay> publishDays, PageParameters part) {
		List<WebtoonDetails> found = this.webtoons.findDetails(text.pattern(), publishDays, byTitle(part));
		return new AdministeredPage(found, part.page(), part.size(),
				this.webtoons.countMatching(text.pattern(), publishDays));
	}

	private long count(PublishDayList list) {
		String genre = list.genre();
		return (genre == null) ? countByPublishDay(list.publishDay())
				: countByGenre(new PublishDayGenre(list.publishDay(), genre));
	}

	private static PageRequest byTitle(PageParameters part) {
		return PageRequest.of(part.page(), part.size(), Sort.by("title", "id"));
	}

}
