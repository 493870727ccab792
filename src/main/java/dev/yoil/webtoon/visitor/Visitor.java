package dev.yoil.webtoon.visitor;

import java.util.UUID;

/**
 * A visitor who has written something or is about to, known only by a random number.
 */
public record Visitor(UUID id) {

	/**
	 * Returns a new visitor.
	 */
	public static Visitor unknown() {
		return new Visitor(UUID.randomUUID());
	}

}
