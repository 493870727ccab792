package dev.yoil.representation.boot;

import java.util.Objects;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Timing of asynchronous requests.
 */
class AsyncRequestTimerTests {

	@Test
	void countsAnAsynchronousRequestOnce() throws Exception {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		RequestTimerFilter filter = new RequestTimerFilter(meters);
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/later");
		request.setAsyncSupported(true);
		MockHttpServletResponse response = new MockHttpServletResponse();
		filter.doFilter(request, response, (asked, answer) -> asked.startAsync());
		request.setDispatcherType(DispatcherType.ASYNC);
		filter.doFilter(request, response, (asked, answer) -> ((HttpServletResponse) answer).setStatus(503));
		assertThat(meters.getMeters()).isEmpty();
		Objects.requireNonNull(request.getAsyncContext()).complete();
		assertThat(meters.find("http.server.requests").timers()).as("%s", meters.getMetersAsString())
			.hasSize(1)
			.allMatch((timer) -> timer.count() == 1 && "503".equals(timer.getId().getTag("status")));
	}

}
