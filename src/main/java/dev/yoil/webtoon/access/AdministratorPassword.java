package dev.yoil.webtoon.access;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

import dev.yoil.webtoon.RefusedSecretException;
import org.jspecify.annotations.Nullable;

/**
 * Which password the administrator has: the one that is given, or one that is made up.
 */
final class AdministratorPassword {

	/** What an operator sets; {@code YOIL_ADMIN_PASSWORD} in the environment. */
	static final String PROPERTY = "yoil.admin.password";

	private static final int SHORTEST = 12;

	/** In bytes: bcrypt takes no more. */
	private static final int LONGEST = 72;

	/** What nGrinder takes as part of a script's parameter. */
	private static final String CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

	/** Of 62 characters each: 130 bits. */
	private static final int RANDOM_LENGTH = 22;

	private AdministratorPassword() {
	}

	/**
	 * Checks a password that was given.
	 * @param password the password, {@code null} if none was given
	 * @throws RefusedSecretException if it is too short or too long
	 */
	static void check(@Nullable String password) {
		if (password != null && (password.codePointCount(0, password.length()) < SHORTEST
				|| password.getBytes(StandardCharsets.UTF_8).length > LONGEST)) {
			throw new RefusedSecretException(
					"The administrator's password (YOIL_ADMIN_PASSWORD, %s) is shorter than %d characters or longer than %d bytes in UTF-8."
						.formatted(PROPERTY, SHORTEST, LONGEST),
					"Set another one, or none: then one is made up and logged.");
		}
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
