package dev.yoil.ehcache.internal.inspect;

import java.util.stream.Stream;

/**
 * What entries can be sorted by. Entries of which it is the same stay in the order in
 * which their keys entered the cache.
 */
public enum EntrySort {

	/** The order in which keys entered the cache. */
	ENTERED("entered", false),

	/** How often the value was handed to a caller. */
	HITS("hits", true),

	/** How long ago the value was stored. */
	AGE("age", true),

	/** When the value was last asked for, or stored. */
	ACCESSED("accessed", true),

	/**
	 * How long until the entry expires if nobody asks for it again. Entries that never do
	 * are the last, in whichever order.
	 */
	TIME_LEFT("timeLeft", false),

	/** How large the value is. */
	SIZE("size", true);

	private final String text;

	private final boolean descending;

	EntrySort(String text, boolean descending) {
		this.text = text;
		this.descending = descending;
	}

	/**
	 * {@return the order of a name in a request, {@link #ENTERED} if there is none}
	 */
	public static EntrySort of(String text) {
		return Stream.of(values()).filter((sort) -> sort.text.equals(text)).findFirst().orElse(ENTERED);
	}

	/**
	 * {@return whether the largest usually comes first}
	 */
	public boolean isUsuallyDescending() {
		return this.descending;
	}

}
