package dev.yoil.ehcache.internal.index;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a cache by key and by insertion order. Each key has a place in the
 * order, numbered by a sequence that only grows. Places are kept in segments: a new key
 * needs no search, and a segment is dropped when all its keys have come and gone.
 * docs/decisions/0002 compares this with a skip list of entries.
 * <p>
 * Thread-safe without locks, as long as one thread at a time adds entries of a key. The
 * thread that takes an entry out of the map empties or inherits its place.
 */
final class OrderedEntries {

	private final ConcurrentHashMap<Object, StoredEntry> entries = new ConcurrentHashMap<>();

	private final ConcurrentSkipListMap<Long, Segment> segments = new ConcurrentSkipListMap<>();

	private final AtomicLong last = new AtomicLong();

	private volatile Segment latest = new Segment(0);

	OrderedEntries() {
		this.segments.put(0L, this.latest);
	}

	@Nullable StoredEntry find(Object key) {
		return this.entries.get(key);
	}

	/** Adds an entry of a key that has none at the end of the order. */
	void add(StoredEntry entry) {
		long sequence = this.last.incrementAndGet();
		Segment segment = segment(Segment.number(sequence));
		segment.set(sequence, entry.key());
		entry.place(sequence, segment);
		this.entries.put(entry.key(), entry);
	}

	private Segment segment(long number) {
		Segment latest = this.latest;
		if (latest.number() == number) {
			return latest;
		}
		// It cannot have been dropped: that takes a key in each of its places.
		Segment segment = this.segments.computeIfAbsent(number, Segment::new);
		if (number > latest.number()) {
			this.latest = segment;
		}
		return segment;
	}

	/**
	 * Adds an entry in the place of another. If that one has just left, the entry goes to
	 * the end.
	 */
	void replace(StoredEntry replaced, StoredEntry entry) {
		entry.place(replaced.sequence(), replaced.segment());
		if (!this.entries.replace(entry.key(), replaced, entry)) {
			add(entry);
		}
	}

	/** Removes an entry, unless another one has replaced it. */
	void remove(StoredEntry entry) {
		if (this.entries.remove(entry.key(), entry)) {
			Segment segment = entry.segment();
			if (segment.remove(entry.sequence())) {
				this.segments.remove(segment.number());
			}
		}
	}

	/**
	 * Returns the entries behind a place, up to the last place there is now. Each is
	 * looked up when the stream gets to it.
	 */
	Stream<StoredEntry> after(long sequence) {
		long end = this.last.get();
		return Stream.iterate(search(sequence, end), Objects::nonNull, (entry) -> next(entry, end));
	}

	/** Returns those behind a place that are not dead. */
	Stream<StoredEntry> live(long sequence) {
		return after(sequence).filter((entry) -> !entry.isDead());
	}

	/** Returns neighbours that are not dead, from a random place on. */
	Stream<StoredEntry> few(int most) {
		StoredEntry first = live(0).findFirst().orElse(null);
		if (first == null) {
			return Stream.empty();
		}
		long from = ThreadLocalRandom.current().nextLong(first.sequence() - 1, last());
		return Stream.concat(live(from).limit(most), live(0).limit(most)).limit(most);
	}

	/**
	 * Continues in the segment of the previous entry. If the segment was dropped since,
	 * it has no keys and gets none.
	 */
	private @Nullable StoredEntry next(StoredEntry previous, long end) {
		StoredEntry next = search(previous.segment(), previous.sequence(), end);
		return (next != null) ? next : search(previous.segment().last(), end);
	}

	private @Nullable StoredEntry search(long after, long end) {
		if (after >= end) {
			return null;
		}
		for (Segment segment : this.segments.subMap(Segment.number(after + 1), true, Segment.number(end), true)
			.values()) {
			StoredEntry next = search(segment, after, end);
			if (next != null) {
				return next;
			}
		}
		return null;
	}

	private @Nullable StoredEntry search(Segment segment, long after, long end) {
		for (long next = Math.max(segment.first(), after + 1); next <= Math.min(end, segment.last()); next++) {
			Object key = segment.get(next);
			StoredEntry entry = (key != null) ? this.entries.get(key) : null;
			// Otherwise it has just left, or is not yet added.
			if (entry != null && entry.sequence() == next) {
				return entry;
			}
		}
		return null;
	}

	/**
	 * {@return the last sequence that a key got}
	 */
	long last() {
		return this.last.get();
	}

	/**
	 * {@return all entries in no order}
	 */
	Iterable<StoredEntry> all() {
		return this.entries.values();
	}

	long size() {
		return this.entries.mappingCount();
	}

}
