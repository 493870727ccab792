package dev.yoil.webtoon.moderation;

/**
 * What stood between two characters of a {@link PlainText}, from nothing to most.
 */
enum Gap {

	/** Nothing, or nothing that is seen. */
	NONE,
	/** Something that is neither a letter nor a digit nor a space, such as a dot. */
	MARK,
	/** A space or the end of a line. */
	SPACE

}
