package dev.yoil.webtoon.page;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.representation.SentAs;

/**
 * A file that pages need.
 *
 * @param present what is sent to whoever asks for the present version, to be kept for
 * ever
 * @param other what is sent to whoever asks for another version, as a page of another
 * instance may do while a new one is installed; not to be kept
 */
record Asset(Representation present, Representation other) {

	private static final String VARY = "Accept-Encoding";

	static Asset of(Representations representations, String type, String text) {
		return new Asset(representations.kept(text, new SentAs(type, VARY, "public, max-age=31536000, immutable")),
				representations.kept(text, new SentAs(type, VARY, "no-cache")));
	}

}
