package dev.yoil.webtoon.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Lets the one administrator in. A client with too many failed logins is refused before
 * anything is computed. Then a password that was right before costs next to nothing; any
 * other costs a slow hash, of which no more than one is computed at a time, and which
 * tells nothing by the time it takes: neither whether the name was right. Thread-safe.
 */
final class AdministratorLogin implements AuthenticationManager {

	/** The administrator's name. */
	static final String NAME = "admin";

	/** What the administrator is for Spring Security. */
	static final String ROLE = "ADMIN";

	private final PasswordEncoder encoder;

	private final VerifiedPassword verified = new VerifiedPassword();

	private final FailedLogins failures;

	private final String hash;

	/**
	 * Creates the login.
	 * @param password the administrator's password, of which only a hash is kept
	 * @param encoder the slow hash
	 * @param failures counts failed logins
	 */
	AdministratorLogin(String password, PasswordEncoder encoder, FailedLogins failures) {
		this.encoder = encoder;
		String computed = encoder.encode(password);
		if (computed == null) {
			throw new IllegalArgumentException("No password");
		}
		this.hash = computed;
		this.failures = failures;
	}

	@Override
	public Authentication authenticate(Authentication login) {
		String address = (login.getDetails() instanceof WebAuthenticationDetails details) ? details.getRemoteAddress()
				: "";
		String password = (login.getCredentials() instanceof String given) ? given : "";
		boolean known = MessageDigest.isEqual(NAME.getBytes(StandardCharsets.UTF_8),
				login.getName().getBytes(StandardCharsets.UTF_8));
		this.failures.check(address);
		if (!(known && this.verified.is(password))) {
			tryOne(address, known, password);
		}
		UsernamePasswordAuthenticationToken administrator = UsernamePasswordAuthenticationToken.authenticated(NAME,
				null, AuthorityUtils.createAuthorityList("ROLE_" + ROLE));
		administrator.setDetails(login.getDetails());
		return administrator;
	}

	/**
	 * Tries one password after the other, so that those who wait need not be tried where
	 * the one before answers for them: it was right, or one too many of the same client.
	 */
	private synchronized void tryOne(String address, boolean known, String password) {
		this.failures.check(address);
		if (known && this.verified.is(password)) {
			return;
		}
		this.failures.startTrying();
		boolean right = this.encoder.matches(password, this.hash) && !AdministratorPassword.isTooLong(password);
		if (!(known && right)) {
			this.failures.count(address);
			throw new BadCredentialsException("Wrong name or password");
		}
		this.failures.forgive();
		this.verified.remember(password);
	}

}
