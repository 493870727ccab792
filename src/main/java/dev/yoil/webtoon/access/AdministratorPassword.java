package dev.yoil.webtoon.access;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

import org.jspecify.annotations.Nullable;

/**
 * Which password the administrator has: the one that is given, or one that is made up.
 */
final class AdministratorPassword {

	/** What an operator sets; {@code YOIL_ADMIN_PASSWORD} in the environment. */
	static final String PROPERTY = "yoil.admin.password";

	private static final int SHORTEST = 12;

	/** In bytes: bcrypt would leave out what is behind them. */
	private static final int LONGEST = 72;

	/** What nGrinder's field of a script's parameter takes, and any address. */
	private static final String CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

	/** Of 62 characters each: 130 bits. */
	private static final int RANDOM_LENGTH = 22;

	private AdministratorPassword() {
	}

	/**
	 * Checks a password that was given.
	 * @param password the password, {@code null} if none was given
	 * @throws RefusedPasswordException if it is too short or too long
	 */
	static void check(@Nullable String password) {
		if (password == null) {
			return;
		}
		if (password.codePointCount(0, password.length()) < SHORTEST) {
			throw new RefusedPasswordException("shorter than " + SHORTEST + " characters");
		}
		if (isTooLong(password)) {
			throw new RefusedPasswordException("longer than " + LONGEST + " bytes in UTF-8");
		}
	}

	/**
	 * Tells whether a password has more bytes than are hashed.
	 */
	static boolean isTooLong(String password) {
		return password.getBytes(StandardCharsets.UTF_8).length > LONGEST;
	}

	/**
	 * Makes a password up.
	 */
	static String random() {
		return new SecureRandom().ints(RANDOM_LENGTH, 0, CHARACTERS.length())
			.collect(StringBuilder::new, (text, index) -> text.append(CHARACTERS.charAt(index)), StringBuilder::append)
			.toString();
	}

}
