package com.example.shop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.springframework.web.util.UriComponentsBuilder;

/**
 * An OAuth server that signs in every client as the same user.
 */
final class AuthorizationServer implements AutoCloseable {

	private static final String REGISTRATION = "spring.security.oauth2.client.registration.here.";

	private static final String PROVIDER = "spring.security.oauth2.client.provider.here.";

	private final HttpServer server;

	AuthorizationServer(String person) throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/authorize", AuthorizationServer::sendBack);
		this.server.createContext("/token",
				(exchange) -> answer(exchange, "{\"access_token\":\"any\",\"token_type\":\"Bearer\"}"));
		this.server.createContext("/user", (exchange) -> answer(exchange, "{\"login\":\"" + person + "\"}"));
		this.server.start();
	}

	/**
	 * {@return what the shop has to be told}
	 */
	String[] settings() {
		String base = "http://127.0.0.1:" + this.server.getAddress().getPort();
		return new String[] { REGISTRATION + "client-id=shop", REGISTRATION + "client-secret=secret",
				REGISTRATION + "authorization-grant-type=authorization_code",
				REGISTRATION + "redirect-uri={baseUrl}/login/oauth2/code/{registrationId}",
				PROVIDER + "authorization-uri=" + base + "/authorize", PROVIDER + "token-uri=" + base + "/token",
				PROVIDER + "user-info-uri=" + base + "/user", PROVIDER + "user-name-attribute=login",
				"yoil.ehcache.web.enabled=true" };
	}

	private static void sendBack(HttpExchange exchange) throws IOException {
		var asked = UriComponentsBuilder.fromUri(exchange.getRequestURI()).build().getQueryParams();
		exchange.getResponseHeaders()
			.add("Location", asked.getFirst("redirect_uri") + "?code=once&state=" + asked.getFirst("state"));
		exchange.sendResponseHeaders(302, -1);
		exchange.close();
	}

	private static void answer(HttpExchange exchange, String json) throws IOException {
		byte[] body = json.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().add("Content-Type", "application/json");
		exchange.sendResponseHeaders(200, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
