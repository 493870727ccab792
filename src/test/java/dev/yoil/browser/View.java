package dev.yoil.browser;

/**
 * A screen size and a language.
 */
enum View {

	/** A desk, in Korean. */
	DESKTOP_KOREAN(1280, 900, false, "ko-KR,ko"),

	/** A desk, in English. */
	DESKTOP_ENGLISH(1280, 900, false, "en-US,en"),

	/** A telephone, in Korean. */
	PHONE_KOREAN(390, 844, true, "ko-KR,ko"),

	/** A telephone, in English. */
	PHONE_ENGLISH(390, 844, true, "en-US,en");

	private final int width;

	private final int height;

	private final boolean phone;

	private final String languages;

	View(int width, int height, boolean phone, String languages) {
		this.width = width;
		this.height = height;
		this.phone = phone;
		this.languages = languages;
	}

	/** In CSS pixels. */
	int width() {
		return this.width;
	}

	/** In CSS pixels. */
	int height() {
		return this.height;
	}

	/** True for a touch screen with the layout of a phone. */
	boolean phone() {
		return this.phone;
	}

	/** What the browser prefers, the best first. */
	String languages() {
		return this.languages;
	}

	boolean korean() {
		return this.languages.startsWith("ko");
	}

	/** In which of two languages something is read. */
	String in(String korean, String english) {
		return korean() ? korean : english;
	}

}
