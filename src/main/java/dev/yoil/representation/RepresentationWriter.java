package dev.yoil.representation;

import java.io.IOException;
import java.util.Arrays;
import java.util.Enumeration;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ETag;
import org.springframework.util.Assert;

/**
 * Sends representations as RFC 9110 and RFC 9111 ask for: in the coding that the client
 * prefers, or as 304 to a client that has it already; the body left out for {@code HEAD}.
 * How long a client may keep it says what is sent.
 */
public final class RepresentationWriter {

	private RepresentationWriter() {
	}

	/**
	 * {@return the coding that a client likes best, {@code null} if it takes none of
	 * those in which everything can be had: gzip and identity}
	 */
	public static @Nullable ContentCoding coding(HttpServletRequest request) {
		String accepted = acceptEncoding(request);
		return (ContentCoding.preferred(accepted, false) != null) ? ContentCoding.preferred(accepted, true) : null;
	}

	/**
	 * {@return the coding that a client likes best, {@code null} if it takes none in
	 * which a representation can be had now}
	 */
	static @Nullable ContentCoding coding(Representation representation, HttpServletRequest request) {
		ContentCoding usual = coding(request);
		return (usual != null || !representation.isReady(ContentCoding.BROTLI)) ? usual
				: ContentCoding.preferred(acceptEncoding(request), true);
	}

	/**
	 * Answers a {@code GET} or {@code HEAD} request.
	 * @param coding the coding that the client likes best; where that is Brotli, and is
	 * not made yet, it gets the next best
	 * @param response the response, to which nothing was written yet
	 * @return how many bytes of body were sent
	 * @throws IOException if the client does not take it
	 */
	public static int write(Representation representation, ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		ContentCoding sent = available(representation, coding, request);
		ContentCoding known = known(representation, coding, request);
		response.setHeader("ETag", representation.etag((known != null) ? known : sent));
		// A filter may have added more.
		response.addHeader("Vary", representation.sentAs().vary());
		response.setHeader("Cache-Control", representation.sentAs().cacheControl());
		if (known != null) {
			response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
			return 0;
		}
		byte[] bytes = representation.bytes(sent);
		response.setContentType(representation.sentAs().contentType());
		if (sent != ContentCoding.IDENTITY) {
			response.setHeader("Content-Encoding", sent.token());
		}
		response.setContentLength(bytes.length);
		if (request.getMethod().equals("HEAD")) {
			return 0;
		}
		response.getOutputStream().write(bytes);
		return bytes.length;
	}

	/**
	 * {@return the coding in which a representation is sent now to a client that likes
	 * one best}
	 */
	static ContentCoding available(Representation representation, ContentCoding coding, HttpServletRequest request) {
		if (coding != ContentCoding.BROTLI || representation.isReady(coding)) {
			return coding;
		}
		ContentCoding next = ContentCoding.preferred(acceptEncoding(request), false);
		Assert.state(next != null, "The client takes Brotli alone");
		return next;
	}

	/**
	 * {@return the coding in which the client has what it asks for, by
	 * {@code If-None-Match}; {@code null} if it has not}
	 */
	static @Nullable ContentCoding known(Representation representation, ContentCoding coding,
			HttpServletRequest request) {
		String known = header(request, "If-None-Match");
		return (known != null) ? named(known, representation, coding, request, false) : null;
	}

	/**
	 * Tells whether the client wants no other answer than the one it has, by
	 * {@code If-Match}.
	 */
	static boolean isRefused(Representation representation, ContentCoding coding, HttpServletRequest request) {
		String wanted = header(request, "If-Match");
		return wanted != null && named(wanted, representation, coding, request, true) == null;
	}

	/**
	 * Finds the coding of a tag that a client names. To one that likes Brotli best, an
	 * answer is sent in one of two codings, depending on when it asks; so neither of them
	 * is outdated.
	 */
	private static @Nullable ContentCoding named(String tags, Representation representation, ContentCoding coding,
			HttpServletRequest request, boolean strong) {
		ContentCoding sent = available(representation, coding, request);
		if (matches(tags, representation.etag(sent), strong)) {
			return sent;
		}
		if (coding != ContentCoding.BROTLI) {
			return null;
		}
		ContentCoding other = (sent != coding) ? coding : ContentCoding.preferred(acceptEncoding(request), false);
		return (other != null && matches(tags, representation.etag(other), strong)) ? other : null;
	}

	private static @Nullable String acceptEncoding(HttpServletRequest request) {
		return header(request, "Accept-Encoding");
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
