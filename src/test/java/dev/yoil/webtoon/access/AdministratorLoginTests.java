package dev.yoil.webtoon.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.security.web.authentication.www.BasicAuthenticationConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AdministratorLoginTests {

	private static final String PASSWORD = "correct-horse-battery";

	private final CountDownLatch slow = new CountDownLatch(1);

	private final AdministratorLogin login = new AdministratorLogin(PASSWORD, new BCryptPasswordEncoder(4) {

		@Override
		protected boolean matchesNonNull(String password, String hash) {
			try {
				if (password.equals("slow")) {
					AdministratorLoginTests.this.slow.await();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return super.matchesNonNull(password, hash);
		}

	}, new FakeClock()::nanoTime);

	@Test
	void keepsNoPassword() {
		for (int login = 0; login < 2; login++) {
			Authentication administrator = this.login.authenticate(attempt("192.0.2.1", PASSWORD));
			assertThat(administrator.isAuthenticated()).isTrue();
			assertThat(administrator.getCredentials()).isNull();
			assertThat(administrator.toString()).doesNotContain(PASSWORD);
		}
	}

	@Test
	void acceptsANonAsciiPassword() {
		String password = "열두글자비밀번호입니다:요일";
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.addHeader("Authorization",
				"Basic " + Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8)));
		AdministratorLogin login = new AdministratorLogin(password, new BCryptPasswordEncoder(4),
				new FakeClock()::nanoTime);
		Authentication attempt = Objects.requireNonNull(new BasicAuthenticationConverter().convert(request));
		assertThat(login.authenticate(attempt).isAuthenticated()).isTrue();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void logsAGeneratedPasswordOnce(CapturedOutput output) {
		AuthenticationManager login = new SecurityConfiguration().administratorLogin(new MockEnvironment(),
				new StaticListableBeanFactory().getBeanProvider(PasswordEncoder.class), new FakeClock()::nanoTime);
		Matcher told = Pattern.compile("the administrator is: admin, password: ([A-Za-z0-9]{22,})\\s").matcher(output);
		assertThat(told.find()).isTrue();
		assertThat(login.authenticate(attempt("192.0.2.1", told.group(1))).isAuthenticated()).isTrue();
		assertThat(output.getAll().split(told.group(1), -1)).hasSize(2);
	}

	@Test
	void throttlesFailuresOfAKnownClient() {
		this.login.authenticate(attempt("2001:db8::1", PASSWORD));
		for (int failure = 0; failure < 5; failure++) {
			assertThatExceptionOfType(BadCredentialsException.class)
				.isThrownBy(() -> this.login.authenticate(attempt("2001:db8::1", "wrong")));
		}
		assertThatExceptionOfType(AuthenticationServiceException.class)
			.isThrownBy(() -> this.login.authenticate(attempt("2001:db8::2", PASSWORD)));
		assertThat(this.login.authenticate(attempt("2001:db8:0:1::1", PASSWORD)).isAuthenticated()).isTrue();
	}

	@Test
	void admitsAKnownAdministratorDuringACrowd() throws Exception {
		this.login.authenticate(attempt("192.0.2.1", PASSWORD));
		assertThat(tried(40, false)).isBetween(17L, 39L);
	}

	@Test
	void limitsConcurrentAttemptsOfOneClient() throws Exception {
		this.slow.countDown();
		assertThat(tried(16, true)).isEqualTo(5);
	}

	/**
	 * Tries as many wrong passwords at the same time.
	 * @param one whether they all come from one client
	 * @return how many of them were not refused before
	 */
	private long tried(int threads, boolean one) throws Exception {
		ExecutorService pool = Executors.newFixedThreadPool(threads);
		try {
			CompletionService<Boolean> tried = new ExecutorCompletionService<>(pool);
			CountDownLatch all = new CountDownLatch(threads);
			for (int thread = 0; thread < threads; thread++) {
				String address = "198.51.100." + (one ? 0 : thread);
				tried.submit(() -> {
					all.countDown();
					all.await();
					return isTried(address);
				});
			}
			long count = tried.take().get() ? 1 : 0;
			if (!one) {
				// While the others wait for the one whose password is tried.
				assertThat(count).isZero();
				assertThat(this.login.authenticate(attempt("192.0.2.1", PASSWORD)).isAuthenticated()).isTrue();
				this.slow.countDown();
			}
			for (int thread = 1; thread < threads; thread++) {
				count += tried.take().get() ? 1 : 0;
			}
			return count;
		}
		finally {
			pool.shutdownNow();
		}
	}

	private boolean isTried(String address) {
		try {
			this.login.authenticate(attempt(address, "slow"));
			throw new AssertionError("No login may succeed");
		}
		catch (BadCredentialsException ex) {
			return true;
		}
		catch (AuthenticationServiceException ex) {
			return false;
		}
	}

	private static Authentication attempt(String address, String password) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setRemoteAddr(address);
		UsernamePasswordAuthenticationToken attempt = UsernamePasswordAuthenticationToken.unauthenticated("admin",
				password);
		attempt.setDetails(new WebAuthenticationDetails(request));
		return attempt;
	}

}
