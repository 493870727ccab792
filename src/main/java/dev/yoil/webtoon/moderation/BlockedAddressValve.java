package dev.yoil.webtoon.moderation;

import java.io.IOException;

import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.SecurityHeaders;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Answers requests from blocked addresses with status 403 and a problem detail, whatever
 * they ask for. It is a valve and no filter, since there are requests that no filter
 * sees: those for what is outside of the service's context path, and those that Tomcat
 * refuses itself.
 */
final class BlockedAddressValve extends ValveBase {

	private final BlockedAddresses blocked;

	private final byte[] problem;

	BlockedAddressValve(BlockedAddresses blocked, JsonMapper json) {
		super(true);
		this.blocked = blocked;
		this.problem = json.writeValueAsBytes(ProblemType.BLOCKED_ADDRESS
			.problem("Nothing is answered to the address that this request comes from."));
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		BlockedRanges ranges = this.blocked.ranges();
		// Tomcat looks the address up in the socket only when it is asked for it.
		if (ranges.isEmpty() || !ranges.contain(request.getRemoteAddr())) {
			getNext().invoke(request, response);
			return;
		}
		// Tomcat may have refused the request before: then it takes no more of an answer.
		response.setSuspended(false);
		SecurityHeaders.write(request, response);
		response.setStatus(ProblemType.BLOCKED_ADDRESS.status().value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.setContentLength(this.problem.length);
		response.getOutputStream().write(this.problem);
	}

}
