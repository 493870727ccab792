package dev.yoil.webtoon.blocking;

import java.io.IOException;

import dev.yoil.webtoon.SecurityHeaders;
import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * Answers requests from blocked addresses with status 403 and a problem detail, whatever
 * they ask for. It is a valve and no filter, since there are requests that no filter
 * sees: those for what is outside of the service's context path, and those that Tomcat
 * refuses itself.
 */
final class BlockedAddressValve extends ValveBase {

	private final BlockedAddresses blocked;

	private final byte[] problem;

	private BlockedAddressValve(BlockedAddresses blocked, byte[] problem) {
		super(true);
		this.blocked = blocked;
		this.problem = problem;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if (!this.blocked.contain(request.getRemoteAddr())) {
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

	/**
	 * Puts the valve behind all others, for one of them tells the client's address. The
	 * actuator, where it has a port and so a web server of its own, gets one of these
	 * from a file in which Boot looks.
	 */
	@Component
	static class Customizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

		private final ObjectProvider<BlockedAddresses> blocked;

		private final JsonMapper json;

		Customizer(ObjectProvider<BlockedAddresses> blocked, JsonMapper json) {
			this.blocked = blocked;
			this.json = json;
		}

		@Override
		public void customize(ConfigurableTomcatWebServerFactory factory) {
			byte[] problem = this.json.writeValueAsBytes(ProblemType.BLOCKED_ADDRESS
				.problem("Nothing is answered to the address that this request comes from."));
			this.blocked.ifAvailable((list) -> factory.addEngineValves(new BlockedAddressValve(list, problem)));
		}

	}

}
