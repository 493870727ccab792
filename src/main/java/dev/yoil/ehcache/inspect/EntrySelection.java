package dev.yoil.ehcache.inspect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.index.StoredEntry;

/**
 * The first of many entries by rank, and by the order in which their keys came where the
 * rank is the same. It keeps no more than it was asked for, however many are offered. To
 * be used by one thread.
 */
final class EntrySelection {

	private static final Comparator<Chosen> ORDER = Comparator.comparingLong(Chosen::rank)
		.thenComparingLong(Chosen::sequence);

	private final PriorityQueue<Chosen> lastFirst = new PriorityQueue<>(ORDER.reversed());

	private final KeySearch search;

	private final ToLongFunction<StoredEntry> ranks;

	private final int most;

	private long offered;

	private long matched;

	/**
	 * Creates an empty selection.
	 * @param search which entries to keep
	 * @param ranks tells what is the smaller the earlier an entry comes
	 * @param most how many entries to keep, from 1
	 */
	EntrySelection(KeySearch search, ToLongFunction<StoredEntry> ranks, int most) {
		this.search = search;
		this.ranks = ranks;
		this.most = most;
	}

	void offer(Object key, StoredEntry entry) {
		this.offered++;
		if (this.search.matches(key)) {
			this.matched++;
			keep(key, entry, this.ranks.applyAsLong(entry), entry.sequence());
		}
	}

	private void keep(Object key, StoredEntry entry, long rank, long sequence) {
		if (this.lastFirst.size() == this.most) {
			Chosen last = this.lastFirst.element();
			if (rank > last.rank || (rank == last.rank && sequence > last.sequence)) {
				return;
			}
			this.lastFirst.remove();
		}
		this.lastFirst.add(new Chosen(key, entry, rank, sequence));
	}

	/**
	 * How many entries were offered.
	 */
	long offered() {
		return this.offered;
	}

	/**
	 * How many of them have a key that was sought.
	 */
	long matched() {
		return this.matched;
	}

	/**
	 * Returns the entries kept, without the first ones.
	 * @param offset how many to leave out
	 */
	List<Chosen> from(int offset) {
		List<Chosen> kept = new ArrayList<>(Math.max(0, this.lastFirst.size() - offset));
		while (this.lastFirst.size() > offset) {
			kept.add(this.lastFirst.remove());
		}
		Collections.reverse(kept);
		return kept;
	}

	/**
	 * An entry and what it was chosen by, which may have changed since.
	 */
	record Chosen(Object key, StoredEntry entry, long rank, long sequence) {
	}

}
