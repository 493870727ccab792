package dev.yoil.representation;

/**
 * The headers that all responses of one kind share. Immutable.
 *
 * @param contentType the value of {@code Content-Type}
 * @param vary the value of {@code Vary}, which must contain {@code Accept-Encoding}
 * @param cacheControl the value of {@code Cache-Control}
 */
public record SentAs(String contentType, String vary, String cacheControl) {

	/** JSON that clients may store but must revalidate. */
	public static final SentAs JSON = new SentAs("application/json", "Accept-Encoding", "no-cache");

}
