package dev.yoil.representation;

import java.io.IOException;
import java.util.Arrays;
import java.util.Enumeration;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ETag;

/**
 * Sends representations as RFC 9110 and RFC 9111 ask for: in the coding that the client
 * prefers, or as 304 to a client that has it already; the body left out for {@code HEAD}.
 * How long a client may keep it says what is sent.
 */
public final class RepresentationWriter {

	private RepresentationWriter() {
	}

	/**
	 * {@return the coding in which to answer a request, {@code null} if the client takes
	 * none that there is}
	 */
	public static @Nullable ContentCoding coding(HttpServletRequest request) {
		return ContentCoding.preferred(header(request, "Accept-Encoding"));
	}

	/**
	 * Answers a {@code GET} or {@code HEAD} request.
	 * @param coding the coding chosen for it
	 * @param response the response, to which nothing was written yet
	 * @return how many bytes of body were sent
	 * @throws IOException if the client does not take it
	 */
	public static int write(Representation representation, ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String etag = representation.etag(coding);
		response.setHeader("ETag", etag);
		// A filter may have added more.
		response.addHeader("Vary", representation.sentAs().vary());
		response.setHeader("Cache-Control", representation.sentAs().cacheControl());
		if (isKnown(etag, request)) {
			response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
			return 0;
		}
		byte[] bytes = representation.bytes(coding);
		response.setContentType(representation.sentAs().contentType());
		if (coding == ContentCoding.GZIP) {
			response.setHeader("Content-Encoding", "gzip");
		}
		response.setContentLength(bytes.length);
		if (request.getMethod().equals("HEAD")) {
			return 0;
		}
		response.getOutputStream().write(bytes);
		return bytes.length;
	}

	/**
	 * Tells whether the client has what it asks for, by {@code If-None-Match}.
	 */
	static boolean isKnown(String etag, HttpServletRequest request) {
		String known = header(request, "If-None-Match");
		return known != null && matches(known, etag, false);
	}

	/**
	 * Tells whether the client wants no other answer than the one it has, by
	 * {@code If-Match}.
	 */
	static boolean isRefused(Representation representation, ContentCoding coding, HttpServletRequest request) {
		String wanted = header(request, "If-Match");
		return wanted != null && !matches(wanted, representation.etag(coding), true);
	}

	/**
	 * Tells whether entity tags of {@code If-Match} name a representation, in whatever
	 * coding the client has it, as RFC 9110 compares them: who is about to change it has
	 * then seen it.
	 */
	public static boolean isNamed(Representation representation, String etags) {
		return Arrays.stream(ContentCoding.values())
			.anyMatch((coding) -> matches(etags, representation.etag(coding), true));
	}

	private static boolean matches(String known, String etag, boolean strong) {
		return known.equals(etag) || ETag.parse(known)
			.stream()
			.anyMatch((tag) -> tag.isWildcard() || tag.compare(ETag.create(etag), strong));
	}

	/**
	 * {@return the value of a header, of one that was sent in several lines all of them
	 * with commas between them; {@code null} if there is none}
	 */
	public static @Nullable String header(HttpServletRequest request, String name) {
		Enumeration<String> values = request.getHeaders(name);
		if (!values.hasMoreElements()) {
			return null;
		}
		String value = values.nextElement();
		while (values.hasMoreElements()) {
			value += "," + values.nextElement();
		}
		return value;
	}

}
