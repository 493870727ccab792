package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;

import org.springframework.stereotype.Component;

/**
 * Which lists and pages may be in the caches, so that they can be removed: of each list
 * that was ever asked for, the pages up to the last one. Thread-safe.
 */
@Component
class AskedPages {

	/** Of a list that was asked for as a whole only. */
	private static final int NO_PAGE = -1;

	private final ConcurrentMap<PublishDayList, Integer> last = new ConcurrentHashMap<>();

	/**
	 * Remembers a page before it is asked for. Whoever looks for pages and does not see
	 * it looks before it is loaded.
	 */
	void add(PublishDayPage page) {
		add(page.list(), page.number());
	}

	/**
	 * Remembers a whole list before it is asked for.
	 */
	void add(PublishDayList list) {
		add(list, NO_PAGE);
	}

	/**
	 * The lists of a publish day of which anything may be in a cache.
	 */
	List<PublishDayList> of(PublishDay publishDay) {
		return this.last.keySet().stream().filter((list) -> list.publishDay() == publishDay).toList();
	}

	/**
	 * The pages of a list that may be in the cache.
	 */
	List<PublishDayPage> of(PublishDayList list) {
		return IntStream.rangeClosed(0, this.last.getOrDefault(list, NO_PAGE))
			.mapToObj((number) -> new PublishDayPage(list, number))
			.toList();
	}

	private void add(PublishDayList list, int number) {
		Integer known = this.last.get(list);
		if (known == null || known < number) {
			this.last.merge(list, number, Math::max);
		}
	}

}
