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
	IDENTITY,

	/** The text compressed, RFC 1952. */
	GZIP;

	private static final String ANY = "*";

	/**
	 * Chooses the coding that a client likes best; of two that it likes as much,
	 * {@link #GZIP}. See RFC 9110, section 12.5.3.
	 * @param acceptEncoding the value of its {@code Accept-Encoding} header; {@code null}
	 * if it sent none
	 * @return a coding, or {@code null} if it wants neither
	 */
	static @Nullable ContentCoding preferred(@Nullable String acceptEncoding) {
		if (acceptEncoding == null) {
			return IDENTITY;
		}
		if (acceptEncoding.equals("gzip")) {
			return GZIP;
		}
		Weights weights = Weights.of(acceptEncoding);
		if (weights.gzip() > 0 && weights.gzip() >= weights.identity()) {
			return GZIP;
		}
		return (weights.identity() != 0) ? IDENTITY : null;
	}

	/**
	 * How much a client likes each coding: 0 is not at all.
	 *
	 * @param gzip from 0 to 1
	 * @param identity from 0 to 1; negative if the client does not say, and so takes it
	 * when it can have nothing else
	 */
	private record Weights(double gzip, double identity) {

		private static final double UNSAID = -1;

		private static final Pattern WEIGHT = Pattern.compile("[qQ]=(0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?)");

		static Weights of(String acceptEncoding) {
			double gzip = UNSAID;
			double identity = UNSAID;
			double any = UNSAID;
			for (String element : acceptEncoding.split(",", -1)) {
				int semicolon = element.indexOf(';');
				String coding = ((semicolon < 0) ? element : element.substring(0, semicolon)).strip();
				double weight = (semicolon < 0) ? 1 : weight(element.substring(semicolon + 1));
				switch (coding.toLowerCase(Locale.ROOT)) {
					case "gzip", "x-gzip" -> gzip = Math.max(weight, 0);
					case "identity" -> identity = weight;
					case ANY -> any = weight;
					default -> {
						// A coding that we do not have.
					}
				}
			}
			return new Weights((gzip != UNSAID) ? gzip : Math.max(any, 0), (identity != UNSAID) ? identity : any);
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
