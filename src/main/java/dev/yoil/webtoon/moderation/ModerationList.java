package dev.yoil.webtoon.moderation;

/**
 * The lists that are held in memory, by the names that they have in the database.
 */
enum ModerationList {

	/** The banned words. */
	BANNED_WORDS,
	/** The blocked addresses. */
	BLOCKED_ADDRESSES

}
