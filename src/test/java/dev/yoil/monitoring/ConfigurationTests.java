package dev.yoil.monitoring;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys of the Scouter configuration. Scouter silently ignores unknown keys.
 */
class ConfigurationTests {

	@Test
	void agentKnowsAllKeys() throws IOException {
		assertThat(unknown(ScouterFiles.text("agent.conf"), ScouterFiles.agentKeys())).isEmpty();
	}

	@Test
	void agentKnowsAllSystemPropertiesOfTheScript() throws IOException {
		List<String> given = Stream.of(ScouterFiles.text("run-with-agent.sh").split("\\s"))
			.filter((word) -> word.startsWith("-D"))
			.map((word) -> word.substring(2, word.indexOf('=')))
			.filter((name) -> !name.equals("scouter.config") && !name.startsWith("spring."))
			.toList();
		assertThat(given).isNotEmpty().isSubsetOf(ScouterFiles.agentKeys());
	}

	@Tag("full")
	@Test
	void collectorKnowsAllKeys() throws Exception {
		assertThat(unknown(ScouterFiles.text("collector.conf"), collectorKeys())).isEmpty();
	}

	@Test
	void agentStoresNoValuesOfRequests() throws IOException {
		Properties settings = ScouterFiles.settings(ScouterFiles.text("agent.conf"));
		assertThat(settings).containsEntry("trace_user_mode", "0")
			.containsEntry("_trace_sql_parameter_max_count", "0")
			.containsEntry("profile_sql_escape_enabled", "true")
			.containsEntry("profile_spring_controller_method_parameter_enabled", "false")
			.containsEntry("profile_http_querystring_enabled", "false")
			.containsEntry("profile_http_header_enabled", "false")
			.containsEntry("profile_http_parameter_enabled", "false");
	}

	@Test
	void collectorIsForThisMachine() throws IOException {
		Properties settings = ScouterFiles.settings(ScouterFiles.text("collector.conf"));
		assertThat(settings).containsEntry("net_udp_listen_ip", "127.0.0.1")
			.containsEntry("net_tcp_listen_ip", "127.0.0.1")
			.containsEntry("net_http_api_auth_ip_enabled", "true")
			.containsEntry("net_http_api_cors_allow_origin", "");
	}

	@Test
	void agentAndCollectorMeetAtTheSamePorts() throws IOException {
		Properties agent = ScouterFiles.settings(ScouterFiles.text("agent.conf"));
		Properties collector = ScouterFiles.settings(ScouterFiles.text("collector.conf"));
		assertThat(agent.get("net_collector_udp_port")).isEqualTo(collector.get("net_udp_listen_port"));
		assertThat(agent.get("net_collector_tcp_port")).isEqualTo(collector.get("net_tcp_listen_port"));
		assertThat(agent.get("net_collector_ip")).isEqualTo(collector.get("net_udp_listen_ip"));
	}

	/**
	 * The agent reads the counters of Tomcat and of the connection pool from them.
	 */
	@Test
	void serviceRegistersMBeans() throws IOException {
		Path resources = Path.of("src/main/resources");
		assertThat(Files.readString(resources.resolve("application.yaml")))
			.containsPattern("mbeanregistry:\n( +#.*\n)* +enabled: true\n");
		assertThat(Files.readString(resources.resolve("application-scouter.yaml"))).contains("register-mbeans: true\n");
	}

	/**
	 * The agent refuses a plugin that lacks one.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "[start]", "[end]", "[reject]" })
	void pluginHasTheSection(String section) throws IOException {
		assertThat(ScouterFiles.text("plugin/httpservice.plug").lines()).contains(section);
	}

	private static List<String> unknown(String configuration, Set<String> known) throws IOException {
		List<String> keys = new ArrayList<>(ScouterFiles.settings(configuration).stringPropertyNames());
		assertThat(keys).isNotEmpty();
		keys.removeAll(known);
		return keys;
	}

	/**
	 * The collector has a public field of each key's name. The class is only looked at,
	 * because it would begin to read files.
	 */
	private static Set<String> collectorKeys() throws Exception {
		List<URL> jars = new ArrayList<>();
		for (Path jar : ScouterFiles.collector()) {
			jars.add(jar.toUri().toURL());
		}
		try (URLClassLoader collector = new URLClassLoader(jars.toArray(URL[]::new),
				ClassLoader.getPlatformClassLoader())) {
			Set<String> known = new TreeSet<>();
			Stream.of(Class.forName("scouter.server.Configure", false, collector).getFields())
				.map(Field::getName)
				.forEach(known::add);
			return known;
		}
	}

}
