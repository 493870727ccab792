package dev.yoil.monitoring;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import dev.yoil.webtoon.YoilApplication;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts services in a JVM and writes down the counters that the agent would read from
 * their MBeans, by the same names. It has to be a JVM of its own: whether Tomcat
 * registers any is settled for good by the first one in a JVM.
 */
final class MBeanReport {

	private static final List<String> TOMCAT = List.of("bytesReceived", "bytesSent", "errorCount", "processingTime",
			"requestCount");

	private static final List<String> HIKARI = List.of("ActiveConnections", "IdleConnections", "TotalConnections");

	private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

	private final List<String> lines = new ArrayList<>();

	private MBeanReport() {
	}

	/**
	 * Starts a service for each argument but the first.
	 * @param arguments the file to write to, then the profiles of each service
	 */
	public static void main(String[] arguments) throws Exception {
		List<ConfigurableApplicationContext> services = new ArrayList<>();
		for (int i = 1; i < arguments.length; i++) {
			services.add(new SpringApplicationBuilder(YoilApplication.class).profiles(arguments[i])
				.run("--server.port=0", "--yoil.sample-webtoons=7", "--yoil.sample-readers=0",
						"--spring.datasource.url=jdbc:h2:mem:mbeans" + i));
		}
		Files.write(Path.of(arguments[0]), new MBeanReport().counters());
		services.forEach(ConfigurableApplicationContext::close);
	}

	private List<String> counters() throws Exception {
		Set<ObjectName> names = this.server.queryNames(null, null);
		for (ObjectName name : names) {
			String type = String.valueOf(name.getKeyProperty("type"));
			if (type.equals("GlobalRequestProcessor")) {
				add("tomcat", name, TOMCAT);
			}
			if (name.getDomain().equals("com.zaxxer.hikari") && type.startsWith("PoolConfig (")) {
				Object pool = this.server.getAttribute(name, "PoolName");
				add("hikari", new ObjectName("com.zaxxer.hikari:type=Pool (" + pool + ")"), HIKARI);
			}
		}
		return this.lines;
	}

	private void add(String kind, ObjectName name, List<String> attributes) throws Exception {
		for (String attribute : attributes) {
			Number value = (Number) this.server.getAttribute(name, attribute);
			this.lines.add(kind + " " + attribute + " " + value + " " + name);
		}
	}

}
