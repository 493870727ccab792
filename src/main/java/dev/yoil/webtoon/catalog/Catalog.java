package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.Optional;

import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Read access to webtoons in the database, each time in a transaction.
 */
@Service
@Transactional(readOnly = true)
public class Catalog {

	private final WebtoonRepository webtoons;

	Catalog(WebtoonRepository webtoons) {
		this.webtoons = webtoons;
	}

	List<WebtoonSummary> byPublishDay(PublishDayList list) {
		return read(list, Pageable.unpaged(list.sort().order())).getContent();
	}

	/**
	 * Reads a page of the list and the total. A page after the last one is empty.
	 */
	WebtoonPage page(PublishDayList list, PageParameters part) {
		Page<WebtoonSummary> found = read(list, PageRequest.of(part.page(), part.size(), list.sort().order()));
		return new WebtoonPage(found.getContent(), part.page(), part.size(), found.getTotalElements());
	}

	private Page<WebtoonSummary> read(PublishDayList list, Pageable part) {
		return this.webtoons.findWebtoonsByPublishDay(list.publishDay(), list.genre(), part);
	}

	long count(PublishDayList.Count number) {
		return this.webtoons.countWebtoonsByPublishDay(number.publishDay(), number.genre());
	}

	/**
	 * Reads one webtoon.
	 */
	public Optional<WebtoonDetails> details(long id) {
		return this.webtoons.findProjectedById(id, WebtoonDetails.class);
	}

	/**
	 * Searches titles and authors, ignoring case.
	 * @return a page of the results, by title, then by number
	 */
	public WebtoonPage search(SearchText text, PageParameters part) {
		Page<WebtoonSummary> found = search(text, null, part, WebtoonSummary.class);
		return new WebtoonPage(found.getContent(), part.page(), part.size(), found.getTotalElements());
	}

	/**
	 * Searches like {@link #search(SearchText, PageParameters)}, optionally on one
	 * publish day.
	 */
	ListPage<WebtoonDetails> details(SearchText text, @Nullable PublishDay publishDay, PageParameters part) {
		Page<WebtoonDetails> found = search(text, publishDay, part, WebtoonDetails.class);
		return new ListPage<>(found.getContent(), part.page(), part.size(), found.getTotalElements());
	}

	private <T> Page<T> search(SearchText text, @Nullable PublishDay publishDay, PageParameters part, Class<T> type) {
		return this.webtoons.search(text.pattern(), publishDay,
				PageRequest.of(part.page(), part.size(), Sort.by("title", "id")), type);
	}

}
