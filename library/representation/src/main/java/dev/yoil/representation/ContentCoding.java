package dev.yoil.representation;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The content codings of a {@link Representation}.
 */
public enum ContentCoding {

	/** No compression. */
	IDENTITY("identity"),

	/** RFC 1952. */
	GZIP("gzip"),

	/** RFC 7932; only for cached representations, and some time after they were made. */
	BROTLI("br");

	private final String token;

	ContentCoding(String token) {
		this.token = token;
	}

	String token() {
		return this.token;
	}

	/**
	 * Returns the coding that the client prefers; among equal ones, the shortest result.
	 * See RFC 9110, section 12.5.3.
	 * @param acceptEncoding the {@code Accept-Encoding} header; {@code null} if absent
	 * @param brotli whether {@link #BROTLI} is available
	 * @return a coding, or {@code null} if none is acceptable
	 */
	static @Nullable ContentCoding preferred(@Nullable String acceptEncoding, boolean brotli) {
		if (acceptEncoding == null) {
			return IDENTITY;
		}
		return switch (acceptEncoding) {
			// The values that browsers send, to avoid parsing.
			case "gzip", "gzip, deflate" -> GZIP;
			case "gzip, deflate, br", "gzip, deflate, br, zstd" -> brotli ? BROTLI : GZIP;
			default -> Weights.of(acceptEncoding).preferred(brotli);
		};
	}

	/**
	 * The quality of each coding from 0 to 1. A negative quality of identity means that
	 * it is not mentioned, and only used as a last resort.
	 */
	private record Weights(double brotli, double gzip, double identity) {

		private static final double UNSAID = -1;

		private static final Pattern WEIGHT = Pattern.compile("[qQ]=(0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?)");

		static Weights of(String acceptEncoding) {
			double brotli = UNSAID;
			double gzip = UNSAID;
			double identity = UNSAID;
			double any = UNSAID;
			for (String element : acceptEncoding.split(",", -1)) {
				int semicolon = element.indexOf(';');
				String coding = ((semicolon < 0) ? element : element.substring(0, semicolon)).strip();
				double weight = (semicolon < 0) ? 1 : weight(element.substring(semicolon + 1));
				switch (coding.toLowerCase(Locale.ROOT)) {
					case "br" -> brotli = Math.max(weight, 0);
					case "gzip", "x-gzip" -> gzip = Math.max(weight, 0);
					case "identity" -> identity = weight;
					case "*" -> any = weight;
					default -> {
						// Not supported.
					}
				}
			}
			return new Weights((brotli != UNSAID) ? brotli : Math.max(any, 0),
					(gzip != UNSAID) ? gzip : Math.max(any, 0), (identity != UNSAID) ? identity : any);
		}

		@Nullable ContentCoding preferred(boolean available) {
			if (available && this.brotli > 0 && this.brotli >= this.gzip && this.brotli >= this.identity) {
				return BROTLI;
			}
			if (this.gzip > 0 && this.gzip >= this.identity) {
				return GZIP;
			}
			return (this.identity != 0) ? IDENTITY : null;
		}

		/**
		 * An invalid weight is ignored and excludes nothing.
		 */
		private static double weight(String parameter) {
			Matcher weight = WEIGHT.matcher(parameter.strip());
			return weight.matches() ? Double.parseDouble(weight.group(1)) : UNSAID;
		}

	}

}
