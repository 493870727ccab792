package dev.yoil.webtoon.visitor;

import java.util.UUID;

/**
 * Somebody who wrote something here before, or is about to. Nothing is known of a visitor
 * but a random number.
 *
 * @param id the number
 */
public record Visitor(UUID id) {

	/**
	 * A visitor who was never here before.
	 * @return a visitor unlike all others
	 */
	public static Visitor unknown() {
		return new Visitor(UUID.randomUUID());
	}

}
