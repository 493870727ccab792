package dev.yoil.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.lab.LabException;
import org.jspecify.annotations.Nullable;

/**
 * Templates and scripts of pages, from the class path.
 */
final class Template {

	private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z-]+)}}");

	private static final String INCOMPLETE = "The lab is incomplete: build it with mvn -f lab/pom.xml clean package; missing: ";

	private Template() {
	}

	/** Replaces each {@code {{place}}} of a resource by the piece of that name. */
	static String fill(String name, Map<String, Html> pieces) {
		return PLACE.matcher(read(name)).replaceAll((place) -> {
			Html piece = pieces.get(place.group(1));
			if (piece == null) {
				throw new IllegalArgumentException("Nothing for {{" + place.group(1) + "}} of " + name);
			}
			return Matcher.quoteReplacement(piece.markup());
		});
	}

	static String read(String name) {
		try (InputStream in = Template.class.getResourceAsStream(name)) {
			return text(in, name);
		}
		catch (IOException ex) {
			throw new LabException(INCOMPLETE + name, ex);
		}
	}

	/** Returns the script of ECharts. */
	static String echarts() {
		Properties made = new Properties();
		try (InputStream pom = resource("META-INF/maven/org.webjars/echarts/pom.properties")) {
			if (pom != null) {
				made.load(pom);
			}
			String script = "META-INF/resources/webjars/echarts/%s/echarts.min.js"
				.formatted(made.getProperty("version"));
			try (InputStream in = resource(script)) {
				return text(in, "org.webjars:echarts");
			}
		}
		catch (IOException ex) {
			throw new LabException(INCOMPLETE + "org.webjars:echarts", ex);
		}
	}

	private static @Nullable InputStream resource(String path) {
		return Template.class.getClassLoader().getResourceAsStream(path);
	}

	private static String text(@Nullable InputStream in, String name) throws IOException {
		if (in == null) {
			throw new LabException(INCOMPLETE + name);
		}
		return new String(in.readAllBytes(), StandardCharsets.UTF_8);
	}

}
