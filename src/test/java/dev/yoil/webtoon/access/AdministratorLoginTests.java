package dev.yoil.webtoon.access;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.yoil.ehcache.FakeClock;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AdministratorLoginTests {

	private static final String PASSWORD = "correct-horse-battery";

	private final FakeClock clock = new FakeClock();

	private final AdministratorLogin login = new AdministratorLogin(PASSWORD, new BCryptPasswordEncoder(4),
			new FailedLogins(this.clock));

	@Test
	void keepsNoPassword() {
		Authentication administrator = this.login.authenticate(attempt("192.0.2.1", PASSWORD));
		assertThat(administrator.isAuthenticated()).isTrue();
		assertThat(administrator.getCredentials()).isNull();
		assertThat(administrator.toString()).doesNotContain(PASSWORD);
	}

	@Test
	void takesAPasswordOfSeventyTwoBytesAndNothingLonger() {
		String longest = "a".repeat(72);
		AdministratorPassword.check(longest);
		AdministratorLogin ofLongest = new AdministratorLogin(longest, new BCryptPasswordEncoder(4),
				new FailedLogins(this.clock));
		assertThat(ofLongest.authenticate(attempt("192.0.2.1", longest)).isAuthenticated()).isTrue();
		assertThatExceptionOfType(BadCredentialsException.class)
			.isThrownBy(() -> ofLongest.authenticate(attempt("192.0.2.1", longest + "b")));
	}

	@Test
	void throttlesOneClientAndNotAnother() {
		failUntilThrottled("2001:db8::1");
		assertThatExceptionOfType(TooManyFailedLoginsException.class)
			.isThrownBy(() -> this.login.authenticate(attempt("2001:db8::2", PASSWORD)));
		assertThat(this.login.authenticate(attempt("2001:db8:0:1::1", PASSWORD)).isAuthenticated()).isTrue();
	}

	@Test
	void throttlesAGuesserEvenIfThePasswordIsRemembered() {
		this.login.authenticate(attempt("192.0.2.1", PASSWORD));
		failUntilThrottled("192.0.2.2");
		assertThatExceptionOfType(TooManyFailedLoginsException.class)
			.isThrownBy(() -> this.login.authenticate(attempt("192.0.2.2", PASSWORD)));
	}

	@Test
	void throttlesACrowdButLetsTheAdministratorInWhoIsRemembered() {
		this.login.authenticate(attempt("192.0.2.1", PASSWORD));
		for (int client = 0; client < 20; client++) {
			String address = "198.51.100." + client;
			assertThatExceptionOfType(BadCredentialsException.class)
				.isThrownBy(() -> this.login.authenticate(attempt(address, "wrong")));
		}
		assertThatExceptionOfType(TooManyFailedLoginsException.class)
			.isThrownBy(() -> this.login.authenticate(attempt("198.51.100.77", "wrong")))
			.satisfies((failure) -> assertThat(failure.pause()).isEqualTo(Duration.ofMillis(200)));
		assertThat(this.login.authenticate(attempt("192.0.2.1", PASSWORD)).isAuthenticated()).isTrue();
		this.clock.advance(Duration.ofMillis(200));
		assertThatExceptionOfType(BadCredentialsException.class)
			.isThrownBy(() -> this.login.authenticate(attempt("198.51.100.77", "wrong")));
	}

	@Test
	void triesNoMoreOfAClientThatAsksManyTimesAtOnce() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(16);
		try {
			CountDownLatch all = new CountDownLatch(16);
			List<Future<Boolean>> tried = IntStream.range(0, 16)
				.mapToObj((number) -> threads.submit(() -> isTried(all)))
				.toList();
			int count = 0;
			for (Future<Boolean> each : tried) {
				count += each.get() ? 1 : 0;
			}
			assertThat(count).isEqualTo(5);
		}
		finally {
			threads.shutdownNow();
		}
	}

	private boolean isTried(CountDownLatch all) throws InterruptedException {
		all.countDown();
		all.await();
		try {
			this.login.authenticate(attempt("192.0.2.9", "wrong"));
			throw new AssertionError("Nobody should get in");
		}
		catch (BadCredentialsException ex) {
			return true;
		}
		catch (TooManyFailedLoginsException ex) {
			return false;
		}
	}

	private void failUntilThrottled(String address) {
		for (int failure = 0; failure < 5; failure++) {
			assertThatExceptionOfType(BadCredentialsException.class)
				.isThrownBy(() -> this.login.authenticate(attempt(address, "wrong")));
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
