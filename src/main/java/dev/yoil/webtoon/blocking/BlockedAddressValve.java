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
 * A valve that answers all requests from blocked addresses with status 403 and a problem
 * detail. It is not a filter because some requests reach no filter: those outside the
 * context path, and those that Tomcat refuses itself.
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
		// Tomcat suspends the response if it has refused the request.
		response.setSuspended(false);
		SecurityHeaders.write(request, response);
		response.setStatus(ProblemType.BLOCKED_ADDRESS.status().value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.setContentLength(this.problem.length);
		response.getOutputStream().write(this.problem);
	}

	/**
	 * Adds the valve after all others, because one of them determines the client's
	 * address. Boot also finds this class by its name in a file, for the server of a
	 * management port.
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
			byte[] problem = this.json
				.writeValueAsBytes(ProblemType.BLOCKED_ADDRESS.problem("Your address is blocked."));
			this.blocked.ifAvailable((list) -> factory.addEngineValves(new BlockedAddressValve(list, problem)));
		}

	}

}
