package dev.yoil.webtoon.page;

import java.util.List;
import java.util.stream.Collectors;

import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;

/**
 * All that a page depends on. Two pages of equal keys are the same to the byte, so that
 * what is kept under a key is never wrong, and nothing has to take it out.
 *
 * @param language the language that it is written in
 * @param address what was asked for, in one way of writing, with what else tells it from
 * others
 * @param ingredients the entity tags of what it shows
 */
record PageKey(Language language, String address, String ingredients) {

	static PageKey of(Language language, String address, List<Representation> ingredients) {
		return new PageKey(language, address,
				ingredients.stream()
					.map((ingredient) -> ingredient.etag(ContentCoding.IDENTITY))
					.collect(Collectors.joining(" ")));
	}

	@Override
	public String toString() {
		return this.language.tag() + " " + this.address + " " + this.ingredients;
	}

}
