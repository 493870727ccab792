package dev.yoil.webtoon.access;

import java.io.IOException;
import java.util.regex.Pattern;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.http.MimeHeaders;

/**
 * A valve that removes ports and brackets from the addresses in {@code X-Forwarded-For},
 * which some proxies add. Tomcat would take {@code 192.0.2.1:5678} as the client's
 * address, so each connection would be another client for blocks and rate limits.
 */
final class ForwardedPortValve extends ValveBase {

	private static final String HEADER = "X-Forwarded-For";

	private static final Pattern PORT = Pattern
		.compile("(?<![^\\s,])(?:\\[([0-9A-Fa-f:.]+)](?::[0-9]+)?|([0-9]+(?:\\.[0-9]+){3}):[0-9]+)(?![^\\s,])");

	ForwardedPortValve() {
		super(true);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		MimeHeaders headers = request.getCoyoteRequest().getMimeHeaders();
		for (int i = headers.findHeader(HEADER, 0); i >= 0; i = headers.findHeader(HEADER, i + 1)) {
			String addresses = headers.getValue(i).toString();
			if (addresses.indexOf(':') >= 0) {
				headers.getValue(i).setString(PORT.matcher(addresses).replaceAll("$1$2"));
			}
		}
		getNext().invoke(request, response);
	}

}
