package dev.yoil.ehcache.inspect;

/**
 * Keys as text. One key that cannot be shown must not hide all others.
 */
public final class KeyText {

	/** How many characters of a text a log shows. */
	private static final int LOGGED = 100;

	private KeyText() {
	}

	/**
	 * Turns a key into a text that can be written as JSON.
	 * @param key the key
	 * @return its text, or one that says why there is none
	 */
	public static String of(Object key) {
		return WellFormed.of(unchecked(key));
	}

	/**
	 * Turns a key into a text in which there may be half of a character.
	 */
	static String unchecked(Object key) {
		try {
			String text = key.toString();
			// Some return none, whatever they should.
			return (text != null) ? text : String.valueOf((Object) null);
		}
		catch (RuntimeException | StackOverflowError ex) {
			return "a key of type " + key.getClass().getName() + " that cannot be shown as text";
		}
	}

	/**
	 * A text as it may be written into a line of a log: shortened, in quotes, and without
	 * anything that could end the quotes or the line, or hide what follows.
	 */
	static String quoted(String text) {
		StringBuilder quoted = new StringBuilder("'");
		text.codePoints().limit(LOGGED).forEach((character) -> {
			if (character == '\'' || character == '\\') {
				quoted.append('\\').append((char) character);
			}
			else if (isVisible(character)) {
				quoted.appendCodePoint(character);
			}
			else {
				quoted.append("\\u{").append(Integer.toHexString(character)).append('}');
			}
		});
		quoted.append('\'');
		return (text.codePointCount(0, text.length()) > LOGGED)
				? quoted.append("... (").append(text.length()).append(" characters)").toString() : quoted.toString();
	}

	private static boolean isVisible(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
				false;
			default -> true;
		};
	}

}
