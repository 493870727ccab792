package dev.yoil.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.support.FreePort;
import dev.yoil.webtoon.Administrator;
import dev.yoil.webtoon.Reader;
import dev.yoil.webtoon.YoilApplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What {@code cluster/start} starts: two instances behind nginx, which sends each request
 * to the next of them.
 */
@Tag("full")
@Timeout(300)
class LikesBehindNginxTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final Pattern INSTANCE = Pattern.compile("127\\.0\\.0\\.1:(\\d+)/console/");

	@TempDir
	private Path folder;

	private final List<Integer> instances = new ArrayList<>();

	private Process cluster;

	private int port;

	@AfterEach
	void end() throws Exception {
		this.cluster.destroy();
		assertThat(this.cluster.waitFor(1, TimeUnit.MINUTES)).isTrue();
	}

	@Test
	void showsAReaderItsOwnLikeInTheNextList() throws Exception {
		start();
		// Another visitor has both instances cache the list.
		new Reader(this.instances.get(0)).get(MONDAY);
		new Reader(this.instances.get(1)).get(MONDAY);
		Reader reader = new Reader(this.port);
		int id = reader.get(MONDAY).at("/0/id").asInt();
		for (int i = 0; i < 20; i++) {
			// The list comes from the other instance.
			JsonNode changed = reader.json(200, (i % 2 == 0) ? "PUT" : "DELETE", "/api/v1/webtoon/" + id + "/like",
					null);
			JsonNode shown = reader.get(MONDAY)
				.valueStream()
				.filter((webtoon) -> webtoon.get("id").asInt() == id)
				.findFirst()
				.orElseThrow();
			assertThat(shown.get("likes")).as("after change " + i).isEqualTo(changed.get("likes"));
		}
	}

	private void start() throws Exception {
		this.port = FreePort.choose();
		ProcessBuilder start = new ProcessBuilder(Path.of("cluster/start").toAbsolutePath().toString(), "--port",
				String.valueOf(this.port));
		start.environment().put("YOIL_JAR", jar().toString());
		start.environment().put("YOIL_ADMIN_PASSWORD", Administrator.PASSWORD);
		start.environment().put("YOIL_SAMPLEWEBTOONS", "315");
		start.environment().put("YOIL_SAMPLEREADERS", "0");
		// They end before the better compiler has paid off.
		start.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
		this.cluster = start.redirectErrorStream(true).start();
		StringBuilder said = new StringBuilder();
		for (String line = line(); line != null && !line.contains("Ctrl-C"); line = line()) {
			said.append(line).append('\n');
			Matcher instance = INSTANCE.matcher(line);
			if (instance.find()) {
				this.instances.add(Integer.valueOf(instance.group(1)));
			}
		}
		assumeThat(said.toString()).doesNotContain("there is no nginx");
		assertThat(this.instances).as(said.toString()).hasSize(2);
	}

	private String line() throws IOException {
		return this.cluster.inputReader().readLine();
	}

	/**
	 * Makes a jar that leads to the classes of this build, which is not packaged yet.
	 */
	private Path jar() throws IOException {
		Path jar = this.folder.resolve("yoil.jar");
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, YoilApplication.class.getName());
		manifest.getMainAttributes()
			.put(Attributes.Name.CLASS_PATH, Stream
				.of(StringUtils.delimitedListToStringArray(System.getProperty("java.class.path"), File.pathSeparator))
				.map((entry) -> Path.of(entry).toUri().toString())
				.collect(Collectors.joining(" ")));
		new JarOutputStream(Files.newOutputStream(jar), manifest).close();
		return jar;
	}

}
