package dev.yoil.ehcache.internal.tier;

/** A level between the heap and the shared tier. Loads ask them in this order. */
public enum Level {

	/** Native memory of the process. */
	OFF_HEAP,

	/** Files of this machine. */
	DISK

}
