package dev.yoil.webtoon.access;

/**
 * Stops the start because of the administrator's password, which it does not contain.
 */
final class RefusedPasswordException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param fault what is wrong, to stand behind "is"
	 */
	RefusedPasswordException(String fault) {
		super("The administrator's password (YOIL_ADMIN_PASSWORD, " + AdministratorPassword.PROPERTY + ") is " + fault);
	}

}
