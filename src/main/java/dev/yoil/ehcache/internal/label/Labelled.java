package dev.yoil.ehcache.internal.label;

/**
 * The regions of an instance, which show their labels to the library's own packages, by
 * {@link Labels#of(Labelled)}, and to nobody else.
 */
public abstract class Labelled {

	/**
	 * {@return the labels, the same each time}
	 */
	protected abstract Labels labels();

}
