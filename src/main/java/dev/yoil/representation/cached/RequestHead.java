package dev.yoil.representation.cached;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * As much of a plain {@code GET} request as decides which cached answer it may get. It is
 * read ahead of Tomcat, which reads it again; so it need not understand whatever Tomcat
 * does.
 *
 * @param target path and query, as they were sent
 * @param accept the value of {@code Accept}; {@code null} if there is none
 */
record RequestHead(String target, @Nullable String accept) {

	private static final String METHOD = "GET ";

	private static final String VERSION = " HTTP/1.1";

	private static final String LINE_END = "\r\n";

	private static final String END = LINE_END + LINE_END;

	/** Who sends these may have to be waited for, or gets no cached answer. */
	private static final Set<String> NOT_PLAIN = Set.of("authorization", "expect", "if-match", "origin",
			"proxy-authorization", "transfer-encoding", "upgrade");

	/**
	 * Reads what has come of a connection.
	 * @param bytes from position to limit, which stay as they are
	 * @return the head; {@code null} if it is not exactly one, of a plain request on a
	 * connection that stays open
	 */
	static @Nullable RequestHead read(ByteBuffer bytes) {
		byte[] copy = new byte[bytes.remaining()];
		bytes.get(bytes.position(), copy);
		String text = new String(copy, StandardCharsets.ISO_8859_1);
		int line = text.indexOf(LINE_END);
		int version = line - VERSION.length();
		if (version < METHOD.length() || !text.startsWith(METHOD) || !text.startsWith(VERSION, version)
				|| text.indexOf(END) != text.length() - END.length()) {
			return null;
		}
		String accept = null;
		while (line < text.length() - END.length()) {
			int start = line + LINE_END.length();
			line = text.indexOf(LINE_END, start);
			int colon = text.indexOf(':', start);
			String name = text.substring(start, Math.max(start, colon)).toLowerCase(Locale.ROOT);
			String value = text.substring(Math.min(colon + 1, line), line).strip();
			boolean isAccept = name.equals("accept");
			if (!isPlain(name, value) || (isAccept && accept != null)) {
				return null;
			}
			accept = isAccept ? value : accept;
		}
		return new RequestHead(text.substring(METHOD.length(), version), accept);
	}

	private static boolean isPlain(String name, String value) {
		return switch (name) {
			case "connection" -> value.equalsIgnoreCase("keep-alive");
			// As the JDK's client says it.
			case "content-length" -> value.equals("0");
			default -> !NOT_PLAIN.contains(name);
		};
	}

}
