package dev.yoil.ehcache.internal.cluster;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import jakarta.servlet.FilterChain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class RegionTokenFilterTests {

	private static final Duration LEASE = Duration.ofMinutes(1);

	private final AtomicBoolean failing = new AtomicBoolean();

	private final AtomicInteger reads = new AtomicInteger();

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared((RegionTable) Proxy.newProxyInstance(getClass().getClassLoader(),
			new Class<?>[] { RegionTable.class }, this::invoke), LEASE);

	private final RegionTokenFilter filter = new RegionTokenFilter(this.regions, LEASE, true);

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	private Object invoke(Object proxy, Method method, Object... arguments) throws Throwable {
		if (method.getName().equals("read")) {
			this.reads.incrementAndGet();
			if (this.failing.get()) {
				throw new DataAccessResourceFailureException("planted");
			}
		}
		return method.invoke(this.table, arguments);
	}

	@BeforeEach
	void read() {
		this.table.set(RegionTable.SECRET, 1);
		this.regions.catchUp();
		this.reads.set(0);
	}

	private MockHttpServletRequest request(String method, String... header) {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/");
		if (header.length > 0) {
			request.addHeader(header[0], header[1]);
		}
		return request;
	}

	/** Filters a request, and binds it to the thread for the given handler. */
	private MockHttpServletRequest filter(MockHttpServletRequest request, Runnable handler) throws Exception {
		FilterChain chain = (asked, answered) -> {
			RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, this.response));
			try {
				handler.run();
			}
			finally {
				RequestContextHolder.resetRequestAttributes();
			}
		};
		this.filter.doFilter(request, this.response, chain);
		return request;
	}

	private String token() {
		return Objects.toString(this.response.getHeader(RegionTokenFilter.HEADER));
	}

	/** Returns whether another instance reads the versions because of the token. */
	private boolean isBarrier() {
		int before = this.reads.get();
		new RegionTokens(this.regions).catchUp(token());
		return this.reads.get() > before;
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "PATCH", "DELETE", "UNKNOWN" })
	void givesEachUnsafeRequestABarrier(String method) throws Exception {
		filter(request(method), () -> this.response.setStatus(404));
		assertThat(isBarrier()).isTrue();
		assertThat(this.response.getHeaders("Set-Cookie")).singleElement()
			.asString()
			.startsWith(RegionTokenFilter.COOKIE + "=" + token());
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "HEAD", "OPTIONS", "TRACE" })
	void givesASafeRequestATokenOnlyIfItChangesSomething(String method) throws Exception {
		filter(request(method), () -> this.regions.mayHaveChanged("a"));
		assertThat(this.response.getHeaderNames()).isEmpty();
		filter(request(method), () -> this.regions.changed("a"));
		assertThat(token()).isNotEqualTo("null");
		assertThat(isBarrier()).isFalse();
	}

	@Test
	void replacesTheBarrierByTheVersionsThatCoverAllChanges() throws Exception {
		filter(request("PUT"), () -> this.regions.changed("a"));
		assertThat(isBarrier()).isFalse();
		assertThat(this.response.getHeaders("Set-Cookie")).hasSize(1);
		filter(request("PUT"), () -> {
			this.regions.changed("a");
			this.regions.mayHaveChanged("b");
		});
		assertThat(isBarrier()).isTrue();
	}

	/**
	 * Otherwise the client could read a value from before its change.
	 */
	@Test
	void refusesUnsafeRequestsAsLongAsNoTokenCanBeCreated() throws Exception {
		this.failing.set(true);
		Regions unread = Regions.shared((RegionTable) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RegionTable.class }, this::invoke), LEASE);
		AtomicBoolean called = new AtomicBoolean();
		new RegionTokenFilter(unread, LEASE, false).doFilter(request("PUT"), this.response,
				(asked, answered) -> called.set(true));
		assertThat(called).isFalse();
		assertThat(this.response.getStatus()).isEqualTo(503);
		assertThat(this.response.getHeader("Retry-After")).isEqualTo("1");
	}

	@Test
	void readsNothingForARequestWithoutAToken() throws Exception {
		filter(request("GET"), () -> {
		});
		assertThat(this.reads).hasValue(0);
	}

	@Test
	void readsTheVersionsOncePerTokenOfTheEdge() throws Exception {
		for (int i = 0; i < 2; i++) {
			MockHttpServletRequest request = filter(request("GET", RegionTokenFilter.EDGE_HEADER, "1"), () -> {
			});
			assertThat(request.getAttribute(RegionTokenFilter.CAUGHT_UP)).isEqualTo(true);
		}
		assertThat(this.reads).hasValue(1);
		filter(request("POST", RegionTokenFilter.EDGE_HEADER, "2"), () -> {
		});
		assertThat(this.reads).hasValue(2);
	}

	@Test
	void ignoresTheTokenOfAnEdgeWithoutOne() throws Exception {
		MockHttpServletRequest request = request("GET", RegionTokenFilter.EDGE_HEADER, "1");
		new RegionTokenFilter(this.regions, LEASE, false).doFilter(request, this.response, (asked, answered) -> {
		});
		assertThat(request.getAttribute(RegionTokenFilter.CAUGHT_UP)).isNull();
		assertThat(this.reads).hasValue(0);
	}

	/**
	 * While the database is unavailable, only the clients who made changes must not read
	 * older values.
	 */
	@Test
	void distrustsTheCachesForAClientWhoseTokenCannotBeApplied() throws Exception {
		String token = Objects.requireNonNull(new RegionTokens(this.regions).ofBarrier());
		this.failing.set(true);
		AtomicBoolean trusted = new AtomicBoolean();
		MockHttpServletRequest other = filter(request("GET", RegionTokenFilter.EDGE_HEADER, "1"),
				() -> trusted.set(this.regions.isValid()));
		assertThat(trusted).isTrue();
		assertThat(other.getAttribute(RegionTokenFilter.CAUGHT_UP)).isNull();
		filter(request("GET", RegionTokenFilter.HEADER, token), () -> trusted.set(this.regions.isValid()));
		assertThat(trusted).isFalse();
		assertThat(this.regions.isValid()).isTrue();
	}

}
