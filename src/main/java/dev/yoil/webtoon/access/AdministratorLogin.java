package dev.yoil.webtoon.access;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.yoil.webtoon.problem.ProblemType;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder.SecretKeyFactoryAlgorithm;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.ErrorResponseException;

/**
 * Lets the one administrator in, by Spring Security's provider and a slow hash. Around
 * it: a client may fail only so often, no more than one hash is computed at a time, and
 * the login that was right last is remembered by a quick hash, so that a console may
 * poll. Thread-safe.
 */
final class AdministratorLogin implements AuthenticationManager {

	/** The administrator's name. */
	static final String NAME = "admin";

	/** What the administrator is for Spring Security. */
	static final String ROLE = "ADMIN";

	/** How many wait for the slow hash: for about a second. */
	private static final int MOST_WAITING = 16;

	private static final Log logger = LogFactory.getLog(AdministratorLogin.class);

	private final ProviderManager passwords;

	private final PasswordEncoder quick = new Pbkdf2PasswordEncoder("", 16, 1,
			SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA256);

	private final AddressLimit failures;

	private final ReentrantLock slow = new ReentrantLock();

	private volatile @Nullable Remembered remembered;

	/**
	 * Creates the login.
	 * @param password the administrator's password, which is hashed at the first login,
	 * not at each start
	 * @param ticker the time by which failed logins are forgiven: five at once, one a
	 * minute
	 */
	AdministratorLogin(String password, PasswordEncoder encoder, Ticker ticker) {
		Supplier<UserDetails> administrator = SingletonSupplier
			.of(() -> User.withUsername(NAME).password(password).passwordEncoder(encoder::encode).roles(ROLE).build());
		DaoAuthenticationProvider provider = new DaoAuthenticationProvider((name) -> {
			if (!name.equals(NAME)) {
				throw new UsernameNotFoundException("Nobody of that name");
			}
			// A copy, because Spring Security erases its password.
			return User.withUserDetails(administrator.get()).build();
		});
		provider.setPasswordEncoder(encoder);
		this.passwords = new ProviderManager(provider);
		this.failures = new AddressLimit(ticker, 5, Duration.ofMinutes(5), ProblemType.TOO_MANY_FAILED_LOGINS,
				"There were too many failed logins. No password is tried for now, not even the right one.");
	}

	@Override
	public Authentication authenticate(Authentication login) {
		String address = (login.getDetails() instanceof WebAuthenticationDetails details) ? details.getRemoteAddress()
				: "";
		refuse(this.failures.check(address));
		Authentication administrator = remembered(login);
		if (administrator != null) {
			return administrator;
		}
		if (this.slow.getQueueLength() >= MOST_WAITING) {
			refuse(this.failures.problem(Duration.ofSeconds(1)));
		}
		this.slow.lock();
		try {
			// Whoever was first may have answered for those who waited.
			refuse(this.failures.check(address));
			administrator = remembered(login);
			return (administrator != null) ? administrator : tryOne(login, address);
		}
		finally {
			this.slow.unlock();
		}
	}

	private Authentication tryOne(Authentication login, String address) {
		try {
			Authentication administrator = this.passwords.authenticate(login);
			String hash = this.quick.encode(text(login));
			if (hash != null) {
				this.remembered = new Remembered(hash, administrator);
			}
			return administrator;
		}
		catch (BadCredentialsException ex) {
			this.failures.take(address);
			if (this.failures.check(address) != null) {
				logger.warn("Too many failed logins from " + address
						+ ": its passwords are now tried once a minute at most");
			}
			throw ex;
		}
	}

	private @Nullable Authentication remembered(Authentication login) {
		Remembered last = this.remembered;
		return (last != null && this.quick.matches(text(login), last.hash())) ? last.administrator() : null;
	}

	/**
	 * A name has no colon.
	 */
	private static String text(Authentication login) {
		return login.getName() + ":" + login.getCredentials();
	}

	private static void refuse(@Nullable ErrorResponseException problem) {
		if (problem != null) {
			throw new AuthenticationServiceException("Too many failed logins", problem);
		}
	}

	/**
	 * The login that was right last.
	 *
	 * @param hash the quick hash of name and password
	 * @param administrator what came of it, without the password
	 */
	private record Remembered(String hash, Authentication administrator) {
	}

}
