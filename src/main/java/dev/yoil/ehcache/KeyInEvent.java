package dev.yoil.ehcache;

/**
 * Keys as they are written into flight recordings: as text, and not much of it.
 */
final class KeyInEvent {

	private static final int LONGEST = 200;

	private static final String CUT = "...";

	private KeyInEvent() {
	}

	/**
	 * Returns the text of a key. One that has none must not make a load fail.
	 */
	static String of(Object key) {
		String text;
		try {
			text = key.toString();
		}
		catch (RuntimeException | StackOverflowError ex) {
			return key.getClass().getName();
		}
		if (text == null) {
			return key.getClass().getName();
		}
		if (text.length() <= LONGEST) {
			return text;
		}
		int end = LONGEST - CUT.length();
		// Not through the middle of a character.
		return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
	}

}
