package dev.yoil.representation;

/**
 * What an answer says of a {@link Representation} besides its bytes: the same of all that
 * are of one kind. Immutable.
 *
 * @param contentType the value of {@code Content-Type}
 * @param vary the value of {@code Vary}, which has to name {@code Accept-Encoding}
 * @param cacheControl the value of {@code Cache-Control}
 */
public record SentAs(String contentType, String vary, String cacheControl) {

	/** Data that a client may keep and has to ask about before it uses it again. */
	public static final SentAs JSON = new SentAs("application/json", "Accept-Encoding", "no-cache");

}
