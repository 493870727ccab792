package com.example.shop;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * The application with a web server, accessed over HTTP.
 */
final class RunningShop implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private final HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

	private final String base;

	RunningShop(String[] settings, String... further) {
		this(Stream.concat(Stream.of(settings), Stream.of(further)).toArray(String[]::new));
	}

	RunningShop(String... settings) {
		SpringApplication shop = new SpringApplication(Shop.class);
		shop.setMainApplicationClass(Shop.class);
		this.context = shop.run(arguments(settings));
		this.base = "http://127.0.0.1:"
				+ this.context.getBean(Environment.class).getRequiredProperty("local.server.port");
	}

	private static String[] arguments(String... settings) {
		String[] arguments = new String[settings.length + 2];
		arguments[0] = "--server.port=0";
		arguments[1] = "--server.address=127.0.0.1";
		for (int i = 0; i < settings.length; i++) {
			arguments[i + 2] = "--" + settings[i];
		}
		return arguments;
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	/**
	 * Asks with the given header lines, names and values in turn.
	 */
	HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
		return send("GET", path, headers);
	}

	/**
	 * Asks for a page as a browser does, which goes where it is sent.
	 */
	HttpResponse<String> browse(String path) throws IOException, InterruptedException {
		URI address = URI.create(this.base + path);
		while (true) {
			HttpRequest request = HttpRequest.newBuilder(address).header("Accept", "text/html").build();
			HttpResponse<String> response = this.client.send(request, BodyHandlers.ofString());
			if (response.statusCode() != 302) {
				return response;
			}
			address = address.resolve(response.headers().firstValue("Location").orElseThrow());
		}
	}

	HttpResponse<String> send(String method, String path, String... headers) throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.base + path))
			.method(method, HttpRequest.BodyPublishers.noBody());
		if (headers.length > 0) {
			request.headers(headers);
		}
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

	@Override
	public void close() {
		this.context.close();
	}

}
