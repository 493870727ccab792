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
 * A writer of representations according to RFC 9110 and RFC 9111: in the coding that the
 * client prefers, as 304 if the client has it, and without a body for {@code HEAD}.
 */
public final class RepresentationWriter {

	private RepresentationWriter() {
	}

	/**
	 * {@return the coding that a client prefers; {@code null} if it refuses both gzip and
	 * identity, which are always available}
	 */
	public static @Nullable ContentCoding coding(HttpServletRequest request) {
		String accepted = acceptEncoding(request);
		return (ContentCoding.preferred(accepted, false) != null) ? ContentCoding.preferred(accepted, true) : null;
	}

	/**
	 * Returns the coding that a client prefers, or {@code null} if it accepts none that
	 * is available now.
	 */
	static @Nullable ContentCoding coding(Representation representation, HttpServletRequest request) {
		ContentCoding usual = coding(request);
		return (usual != null || !representation.isReady(ContentCoding.BROTLI)) ? usual
				: ContentCoding.preferred(acceptEncoding(request), true);
	}

	/**
	 * Answers a {@code GET} or {@code HEAD} request.
	 * @param coding the preferred coding; if it is Brotli and not ready, the next best is
	 * sent
	 * @param response the response, not yet written to
	 * @return the number of body bytes sent
	 * @throws IOException if the client closed the connection
	 */
	public static int write(Representation representation, ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		ContentCoding sent = available(representation, coding, request);
		ContentCoding known = known(representation, coding, request);
		response.setHeader("ETag", representation.etag((known != null) ? known : sent));
		// A filter may have set a value.
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
	 * Returns the coding that is sent now to a client that prefers the given one.
	 */
	static ContentCoding available(Representation representation, ContentCoding coding, HttpServletRequest request) {
		if (coding != ContentCoding.BROTLI || representation.isReady(coding)) {
			return coding;
		}
		ContentCoding next = ContentCoding.preferred(acceptEncoding(request), false);
		Assert.state(next != null, "The client accepts only Brotli");
		return next;
	}

	/**
	 * Returns the coding in which the client has the representation, by {@code
	 * If-None-Match}, or {@code null}.
	 */
	static @Nullable ContentCoding known(Representation representation, ContentCoding coding,
			HttpServletRequest request) {
		String known = header(request, "If-None-Match");
		return (known != null) ? named(known, representation, coding, request, false) : null;
	}

	/**
	 * Returns whether the precondition {@code If-Match} fails.
	 */
	static boolean isRefused(Representation representation, ContentCoding coding, HttpServletRequest request) {
		String wanted = header(request, "If-Match");
		return wanted != null && named(wanted, representation, coding, request, true) == null;
	}

	/**
	 * Finds the coding of an entity tag in a header. A client that prefers Brotli may
	 * have received either of two codings, so both are current.
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
	 * {@return whether {@code If-Match} matches a representation in any coding, by the
	 * strong comparison of RFC 9110}
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
	 * {@return the value of a header, with repeated lines joined by commas; {@code null}
	 * if absent}
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
