package dev.yoil.ehcache.internal.inspect;

import java.util.stream.Stream;

/**
 * Sort order of entries. Equal entries stay in the order in which their keys entered the
 * cache.
 */
public enum EntrySort {

	/** The order in which keys entered the cache. */
	ENTERED("entered", false),

	/** Hits of the value. */
	HITS("hits", true),

	/** Time since the value was stored. */
	AGE("age", true),

	/** Time of the last access or store. */
	ACCESSED("accessed", true),

	/**
	 * Time until the entry expires without a hit. Entries that never expire come last.
	 */
	TIME_LEFT("timeLeft", false),

	/** Size of the value. */
	SIZE("size", true);

	private final String text;

	private final boolean descending;

	EntrySort(String text, boolean descending) {
		this.text = text;
		this.descending = descending;
	}

	/**
	 * {@return the order with a name, {@link #ENTERED} if it is unknown}
	 */
	public static EntrySort of(String text) {
		return Stream.of(values()).filter((sort) -> sort.text.equals(text)).findFirst().orElse(ENTERED);
	}

	/**
	 * {@return whether the default is largest first}
	 */
	public boolean isUsuallyDescending() {
		return this.descending;
	}

}
