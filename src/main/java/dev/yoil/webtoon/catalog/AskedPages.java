package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;

import org.springframework.stereotype.Component;

/**
 * Which pages may be in the cache, so that they can be taken out: up to the last one that
 * was ever asked for, of each list. Thread-safe.
 */
@Component
class AskedPages {

	private final ConcurrentMap<PublishDayList, Integer> last = new ConcurrentHashMap<>();

	/**
	 * Remembers a page before it is asked for. Whoever looks for pages and does not see
	 * it looks before it is loaded.
	 * @param page the page
	 */
	void add(PublishDayPage page) {
		Integer known = this.last.get(page.list());
		if (known == null || known < page.number()) {
			this.last.merge(page.list(), page.number(), Math::max);
		}
	}

	/**
	 * The pages of a list that may be in the cache.
	 * @param list the list
	 * @return an unmodifiable list; empty if none was asked for
	 */
	List<PublishDayPage> of(PublishDayList list) {
		return IntStream.rangeClosed(0, this.last.getOrDefault(list, -1))
			.mapToObj((number) -> new PublishDayPage(list, number))
			.toList();
	}

}
