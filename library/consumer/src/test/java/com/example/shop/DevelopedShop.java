package com.example.shop;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The application with DevTools in its own JVM. A changed class path restarts it.
 */
final class DevelopedShop implements AutoCloseable {

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Pattern STARTED = Pattern.compile("Started Shop in");

	private final Path classes;

	private final Process process;

	private final BufferedReader log;

	private int port;

	/**
	 * Starts it.
	 * @param classes a directory that is put on its class path
	 */
	DevelopedShop(Path classes, String... settings) throws IOException {
		this.classes = classes;
		// What is only softly reachable is collected at once, and the JVM starts no
		// threads of its own later.
		List<String> command = new ArrayList<>(List.of(tool("java"), "-XX:SoftRefLRUPolicyMSPerMB=0",
				"-XX:-UseDynamicNumberOfCompilerThreads", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				classes + File.pathSeparator + System.getProperty("java.class.path"), Shop.class.getName(),
				"--server.port=0", "--server.address=127.0.0.1", "--spring.devtools.livereload.enabled=false",
				"--spring.devtools.restart.poll-interval=100ms", "--spring.devtools.restart.quiet-period=50ms"));
		for (String setting : settings) {
			command.add("--" + setting);
		}
		this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
		this.log = this.process.inputReader(StandardCharsets.UTF_8);
		awaitStart();
	}

	private static String tool(String name) {
		return Path.of(System.getProperty("java.home"), "bin", name).toString();
	}

	private void awaitStart() throws IOException {
		this.port = Integer.parseInt(await(PORT).group(1));
		await(STARTED);
	}

	private Matcher await(Pattern said) throws IOException {
		StringBuilder all = new StringBuilder();
		for (String line = this.log.readLine(); line != null; line = this.log.readLine()) {
			Matcher matcher = said.matcher(line);
			if (matcher.find()) {
				return matcher;
			}
			all.append(line).append('\n');
		}
		throw new IllegalStateException("It ended before it said " + said + ":\n" + all);
	}

	/**
	 * Changes something in the class path, and waits until the application is there
	 * again.
	 */
	void change() throws IOException {
		Files.createFile(this.classes.resolve(UUID.randomUUID() + ".properties"));
		awaitStart();
	}

	String get(String path) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path)).build();
		return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
	}

	/**
	 * {@return how many objects of a class there are after a collection}
	 */
	long instances(String type) throws IOException {
		return ask("GC.class_histogram")
			.filter((line) -> line.matches("\\s*\\d+:.*\\s" + Pattern.quote(type) + "(\\s.*)?"))
			.mapToLong((line) -> Long.parseLong(line.strip().split("\\s+")[1]))
			.sum();
	}

	/**
	 * {@return the names of all threads of the application's, without their numbers, in
	 * order}
	 */
	List<String> threads() throws IOException {
		Pattern name = Pattern.compile("\"(.+)\" #\\d+.*");
		return ask("Thread.print").map(name::matcher)
			.filter(Matcher::matches)
			.map((thread) -> thread.group(1).replaceAll("\\d+", "N"))
			.sorted()
			.toList();
	}

	private Stream<String> ask(String diagnosis) throws IOException {
		Process asked = new ProcessBuilder(tool("jcmd"), String.valueOf(this.process.pid()), diagnosis)
			.redirectErrorStream(true)
			.start();
		return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
