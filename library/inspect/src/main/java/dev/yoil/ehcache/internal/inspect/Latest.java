package dev.yoil.ehcache.internal.inspect;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The latest elements of a sequence, up to a fixed number. Thread-safe without locks:
 * elements that are added at the same moment may be in any order.
 *
 * @param <T> the type of the elements
 */
public final class Latest<T> {

	private final AtomicReferenceArray<@Nullable T> places;

	private final AtomicLong added = new AtomicLong();

	/**
	 * Creates an empty sequence that keeps some elements.
	 */
	public Latest(int most) {
		this.places = new AtomicReferenceArray<>(most);
	}

	/**
	 * Adds an element, and forgets the oldest one if there are too many.
	 */
	public void add(T element) {
		this.places.set(index(this.added.getAndIncrement()), element);
	}

	/**
	 * {@return how many elements were added so far}
	 */
	long added() {
		return this.added.get();
	}

	/**
	 * {@return the elements, newest first}
	 */
	public Stream<T> stream() {
		return since(0);
	}

	/** Returns the elements that were added after some, newest first. */
	Stream<T> since(long first) {
		long end = this.added.get();
		return IntStream.rangeClosed(1, (int) Math.min(this.places.length(), end - first))
			.mapToObj((back) -> this.places.get(index(end - back)))
			.flatMap(Stream::ofNullable);
	}

	private int index(long number) {
		return (int) (number % this.places.length());
	}

}
