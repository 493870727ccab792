package dev.yoil.ehcache.inspect;

/**
 * Keys as text. One key that cannot be shown must not hide all others.
 */
final class KeyText {

	private KeyText() {
	}

	static String of(Object key) {
		try {
			return String.valueOf(key);
		}
		catch (RuntimeException | StackOverflowError ex) {
			return "a key of type " + key.getClass().getName() + " that cannot be shown as text";
		}
	}

}
