package dev.yoil.ehcache.internal.label;

/**
 * The base class of the public regions, which shows their labels to the library's own
 * packages only, by {@link Labels#of(Labelled)}.
 */
public abstract class Labelled {

	/**
	 * {@return the labels, the same each time}
	 */
	protected abstract Labels labels();

	/**
	 * {@return the purges, the same each time}
	 */
	protected abstract Purges purges();

}
