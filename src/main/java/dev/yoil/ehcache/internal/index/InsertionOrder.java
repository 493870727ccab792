package dev.yoil.ehcache.internal.index;

import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Keys in the order in which they came: each has a place, numbered by a sequence that
 * only grows. Places are kept in segments, so that most keys come without a search;
 * docs/decisions/0002 says what that saves. A segment is dropped when all its keys have
 * come and gone.
 * <p>
 * Thread-safe, as long as no place is emptied twice.
 */
final class InsertionOrder {

	/**
	 * Places in a segment. Even a segment that a single key keeps takes less memory than
	 * an entry does.
	 */
	private static final int LENGTH = 32;

	private final ConcurrentSkipListMap<Long, Segment> segments = new ConcurrentSkipListMap<>();

	private final AtomicLong sequence = new AtomicLong();

	/** Where the next key goes most likely, which spares the search. */
	private volatile Segment latest = new Segment(0);

	InsertionOrder() {
		this.segments.put(this.latest.number, this.latest);
	}

	private static long number(long sequence) {
		return (sequence - 1) / LENGTH;
	}

	private static int index(long sequence) {
		return (int) ((sequence - 1) % LENGTH);
	}

	long last() {
		return this.sequence.get();
	}

	/**
	 * Gives a key the next place, the sequence of which it returns.
	 */
	long add(Object key) {
		long next = this.sequence.incrementAndGet();
		segment(number(next)).keys.set(index(next), key);
		return next;
	}

	private Segment segment(long number) {
		Segment latest = this.latest;
		if (latest.number == number) {
			return latest;
		}
		// It cannot have been dropped: that takes a key in each of its places.
		Segment segment = this.segments.computeIfAbsent(number, (missing) -> new Segment(missing));
		if (number > latest.number) {
			this.latest = segment;
		}
		return segment;
	}

	/**
	 * Empties a place that has a key.
	 */
	void remove(long sequence) {
		Segment segment = Objects.requireNonNull(this.segments.get(number(sequence)), "No such place");
		segment.keys.set(index(sequence), null);
		if (segment.left.decrementAndGet() == 0) {
			this.segments.remove(segment.number);
		}
	}

	/**
	 * Gives the places behind a sequence that have a key, up to the last place there is
	 * now. Each is sought when the stream gets to it.
	 */
	Stream<Place> after(long sequence) {
		long last = last();
		return Stream.iterate(first(sequence, last), Objects::nonNull, (place) -> next(place, last));
	}

	/**
	 * Looks where the previous place is, which spares the search for most. A segment that
	 * was dropped meanwhile has no keys, and none will come.
	 */
	private @Nullable Place next(Place previous, long last) {
		Place next = previous.segment.next(previous.sequence, last);
		return (next != null) ? next : first(previous.segment.end(), last);
	}

	private @Nullable Place first(long after, long last) {
		if (after >= last) {
			return null;
		}
		for (Segment segment : this.segments.subMap(number(after + 1), true, number(last), true).values()) {
			Place next = segment.next(after, last);
			if (next != null) {
				return next;
			}
		}
		return null;
	}

	/** A place that has a key. */
	record Place(long sequence, Object key, Segment segment) {
	}

	/** Places that follow each other. */
	private static final class Segment {

		private final long number;

		private final AtomicReferenceArray<@Nullable Object> keys = new AtomicReferenceArray<>(LENGTH);

		/** How many of the places have a key or are yet to get one. */
		private final AtomicInteger left = new AtomicInteger(LENGTH);

		Segment(long number) {
			this.number = number;
		}

		long end() {
			return this.number * LENGTH + LENGTH;
		}

		@Nullable Place next(long after, long last) {
			long first = this.number * LENGTH + 1;
			long end = Math.min(last, end());
			for (long sequence = Math.max(first, after + 1); sequence <= end; sequence++) {
				Object key = this.keys.get(index(sequence));
				if (key != null) {
					return new Place(sequence, key, this);
				}
			}
			return null;
		}

	}

}
