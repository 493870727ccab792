package dev.yoil.lab.report;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * A piece of a page. Only {@link #text(String)} turns text into markup, and escapes it.
 *
 * @param markup the markup of the page
 */
record Html(String markup) {

	static final Html NOTHING = new Html("");

	/** Escapes a text, which may stand in a quoted attribute, too. */
	static Html text(String text) {
		return new Html(text.replace("&", "&amp;")
			.replace("<", "&lt;")
			.replace(">", "&gt;")
			.replace("\"", "&quot;")
			.replace("'", "&#39;"));
	}

	/** Returns an element; the tag has no brackets, such as {@code p class="note"}. */
	static Html element(String tag, String text) {
		return element(tag, text(text));
	}

	static Html element(String tag, Html content) {
		String name = tag.split(" ", 2)[0];
		return new Html("<" + tag + ">" + content.markup + "</" + name + ">");
	}

	static Html lines(Collection<Html> pieces) {
		return new Html(pieces.stream().map(Html::markup).collect(Collectors.joining("\n")));
	}

	/**
	 * Returns the content of a script element, which nothing in the script ends. In
	 * JavaScript {@code \x3c} means the same in a string.
	 */
	static Html script(String script) {
		return new Html(script.replace("<!--", "\\x3c!--").replaceAll("(?i)<(/?script)", "\\\\x3c$1"));
	}

	/** Returns the content of a script element of JSON. */
	static Html json(String json) {
		return new Html(json.replace("<", "\\u003c"));
	}

	@Override
	public String toString() {
		return this.markup;
	}

}
