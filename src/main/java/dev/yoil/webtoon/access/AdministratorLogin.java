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
 * The login of the single administrator, with Spring Security's provider and a slow hash.
 * It limits failed logins per client and computes one slow hash at a time. The last
 * successful login is remembered by a fast hash, so the console can poll. Thread-safe.
 */
final class AdministratorLogin implements AuthenticationManager {

	/** The administrator's user name. */
	static final String NAME = "admin";

	/** The administrator's role in Spring Security. */
	static final String ROLE = "ADMIN";

	/** The number of logins that may wait for the slow hash, for about a second. */
	private static final int MOST_WAITING = 16;

	private static final Log logger = LogFactory.getLog(AdministratorLogin.class);

	private final ProviderManager passwords;

	private final PasswordEncoder quick = new Pbkdf2PasswordEncoder("", 16, 1,
			SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA256);

	private final ClientRateLimit failures;

	private final ReentrantLock slow = new ReentrantLock();

	private volatile @Nullable Remembered remembered;

	/**
	 * Creates the login.
	 * @param password the password, hashed at the first login instead of at startup
	 * @param ticker the time source of the limit: five failures at once, then one per
	 * minute
	 */
	AdministratorLogin(String password, PasswordEncoder encoder, Ticker ticker) {
		Supplier<UserDetails> administrator = SingletonSupplier
			.of(() -> User.withUsername(NAME).password(password).passwordEncoder(encoder::encode).roles(ROLE).build());
		DaoAuthenticationProvider provider = new DaoAuthenticationProvider((name) -> {
			if (!name.equals(NAME)) {
				throw new UsernameNotFoundException("Unknown user");
			}
			// A copy, because Spring Security erases its password.
			return User.withUserDetails(administrator.get()).build();
		});
		provider.setPasswordEncoder(encoder);
		this.passwords = new ProviderManager(provider);
		this.failures = new ClientRateLimit(ticker, 5, Duration.ofMinutes(5), ProblemType.TOO_MANY_FAILED_LOGINS,
				"Too many failed logins. All passwords are refused for now, even the correct one.");
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
			// Another login may have succeeded or failed during the wait.
			refuse(this.failures.check(address));
			administrator = remembered(login);
			return (administrator != null) ? administrator : verify(login, address);
		}
		finally {
			this.slow.unlock();
		}
	}

	private Authentication verify(Authentication login, String address) {
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
						+ ": at most one password per minute is checked from now on");
			}
			throw ex;
		}
	}

	private @Nullable Authentication remembered(Authentication login) {
		Remembered last = this.remembered;
		return (last != null && this.quick.matches(text(login), last.hash())) ? last.administrator() : null;
	}

	/**
	 * Joins name and password. The name has no colon.
	 */
	private static String text(Authentication login) {
		return login.getName() + ":" + login.getCredentials();
	}

	private static void refuse(@Nullable ErrorResponseException problem) {
		if (problem != null) {
			throw new AuthenticationServiceException("Too many failed logins", problem);
		}
	}

	private record Remembered(String hash, Authentication administrator) {
	}

}
