package dev.yoil.ehcache.internal.tier;

/** A level between the heap and the shared tier, in the order in which loads ask them. */
public enum Level {

	/** Native memory of the process. */
	OFF_HEAP,

	/** Files of this machine. */
	DISK

}
