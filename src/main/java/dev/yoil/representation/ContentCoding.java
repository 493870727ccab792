package dev.yoil.representation;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The codings in which a {@link Representation} can be sent.
 */
public enum ContentCoding {

	/** The text as it is. */
	IDENTITY("identity"),

	/** The text compressed, RFC 1952. */
	GZIP("gzip"),

	/** The text compressed, RFC 7932; only of what is kept, some time after it came. */
	BROTLI("br");

	private static final String ANY = "*";

	private final String token;

	ContentCoding(String token) {
		this.token = token;
	}

	/**
	 * {@return what HTTP calls it}
	 */
	String token() {
		return this.token;
	}

	/**
	 * Chooses the coding that a client likes best; of several that it likes as much, the
	 * shortest. See RFC 9110, section 12.5.3.
	 * @param acceptEncoding the value of its {@code Accept-Encoding} header; {@code null}
	 * if it sent none
	 * @param brotli whether {@link #BROTLI} can be had
	 * @return a coding, or {@code null} if it wants none that there is
	 */
	static @Nullable ContentCoding preferred(@Nullable String acceptEncoding, boolean brotli) {
		if (acceptEncoding == null) {
			return IDENTITY;
		}
		return switch (acceptEncoding) {
			// As browsers say it, so that hardly anything has to be taken to pieces.
			case "gzip", "gzip, deflate" -> GZIP;
			case "gzip, deflate, br", "gzip, deflate, br, zstd" -> brotli ? BROTLI : GZIP;
			default -> Weights.of(acceptEncoding).preferred(brotli);
		};
	}

	/**
	 * How much a client likes each coding: 0 is not at all.
	 *
	 * @param brotli from 0 to 1
	 * @param gzip from 0 to 1
	 * @param identity from 0 to 1; negative if the client does not say, and so takes it
	 * when it can have nothing else
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
					case ANY -> any = weight;
					default -> {
						// A coding that we do not have.
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
		 * One that cannot be read says nothing, and excludes nothing.
		 */
		private static double weight(String parameter) {
			Matcher weight = WEIGHT.matcher(parameter.strip());
			return weight.matches() ? Double.parseDouble(weight.group(1)) : UNSAID;
		}

	}

}
