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
 * What pages are made of, from the class path.
 */
final class Template {

	private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z-]+)}}");

	private static final String INCOMPLETE = "The lab is incomplete, build it again with mvn -f lab/pom.xml clean package: no ";

	private Template() {
	}

	/**
	 * Fills in a page.
	 * @param name of the resource beside this class
	 * @param pieces what to put into each {@code {{place}}}, by its name
	 * @return the page
	 * @throws IllegalArgumentException if there is no piece for a place
	 */
	static String fill(String name, Map<String, Html> pieces) {
		return PLACE.matcher(read(name)).replaceAll((place) -> {
			Html piece = pieces.get(place.group(1));
			if (piece == null) {
				throw new IllegalArgumentException("Nothing for {{" + place.group(1) + "}} of " + name);
			}
			return Matcher.quoteReplacement(piece.markup());
		});
	}

	/**
	 * Reads a resource beside this class.
	 * @param name such as {@code report.css}
	 * @return its text
	 */
	static String read(String name) {
		try (InputStream in = Template.class.getResourceAsStream(name)) {
			return text(in, name);
		}
		catch (IOException ex) {
			throw new LabException(INCOMPLETE + name, ex);
		}
	}

	/**
	 * Reads the library that draws charts, in the version that is on the class path.
	 * @return its script
	 */
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
