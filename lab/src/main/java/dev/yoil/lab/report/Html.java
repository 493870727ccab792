package dev.yoil.lab.report;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * A piece of a page. Texts become one by {@link #text(String)} alone, which escapes them,
 * so that nothing unescaped gets into a page unseen.
 *
 * @param markup as it stands in the page
 */
record Html(String markup) {

	static final Html NOTHING = new Html("");

	/**
	 * Makes a piece of a text.
	 * @param text any, also of an attribute in quotation marks
	 * @return the text, escaped
	 */
	static Html text(String text) {
		StringBuilder markup = new StringBuilder(text.length() + 16);
		text.chars().forEach((character) -> {
			switch (character) {
				case '&' -> markup.append("&amp;");
				case '<' -> markup.append("&lt;");
				case '>' -> markup.append("&gt;");
				case '"' -> markup.append("&quot;");
				case '\'' -> markup.append("&#39;");
				default -> markup.append((char) character);
			}
		});
		return new Html(markup.toString());
	}

	/**
	 * Makes an element of a text.
	 * @param tag its start tag without the brackets, such as {@code p class=lead}
	 * @param text what is in it
	 * @return the element
	 */
	static Html element(String tag, String text) {
		return element(tag, text(text));
	}

	/**
	 * Makes an element.
	 * @param tag its start tag without the brackets, such as {@code p class=lead}
	 * @param content what is in it
	 * @return the element
	 */
	static Html element(String tag, Html content) {
		String name = tag.split(" ", 2)[0];
		return new Html("<" + tag + ">" + content.markup + "</" + name + ">");
	}

	/**
	 * Puts pieces after each other, on lines of their own.
	 * @param pieces any number
	 * @return all of them
	 */
	static Html lines(Collection<Html> pieces) {
		return new Html(pieces.stream().map(Html::markup).collect(Collectors.joining("\n")));
	}

	/**
	 * Makes the content of a script element of a script or of JSON: nothing in it ends
	 * the element. In JSON and JavaScript {@code <} stands in strings where it matters,
	 * and there means the same.
	 * @param script what
	 * @return the same for its reader
	 */
	static Html script(String script) {
		return new Html(script.replace("<!--", "\\x3c!--").replaceAll("(?i)<(/?script)", "\\\\x3c$1"));
	}

	/**
	 * Makes the content of a script element of JSON.
	 * @param json what; {@code <} stands in its strings alone
	 * @return the same for its reader
	 */
	static Html json(String json) {
		return new Html(json.replace("<", "\\u003c"));
	}

	@Override
	public String toString() {
		return this.markup;
	}

}
