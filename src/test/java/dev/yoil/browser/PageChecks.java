package dev.yoil.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.springframework.core.io.ClassPathResource;

/**
 * Checks of a page in any state: axe-core finds nothing that keeps readers out, in light
 * and, as far as colours matter, in dark, and nothing is wider than the screen of a desk
 * or of a telephone.
 */
final class PageChecks {

	private static final String AXE = axe();

	private static final String RUN = """
			const done = arguments[arguments.length - 1];
			if (typeof axe === 'undefined') {
				done(null);
				return;
			}
			axe.run(document, { resultTypes: ['violations'], runOnly: arguments[0] })
				.then((found) => done(found.violations.map((rule) => rule.id + ' (' + rule.help + '): '
					+ rule.nodes.slice(0, 2).map((node) => node.target.join(' ') + ' ' + node.html.slice(0, 200)
						+ (node.any.concat(node.all, node.none).map((check) => ' | ' + check.message).join('')))
					.join('\\n    '))), (failure) => done(['axe failed: ' + failure]));
			""";

	private static final Map<String, Object> ALL_RULES = Map.of("type", "tag", "values",
			List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"));

	/** What may be another in another scheme. */
	private static final Map<String, Object> RULES_OF_COLOURS = Map.of("type", "rule", "values",
			List.of("color-contrast", "link-in-text-block"));

	/** Charts follow the size of the page a few frames later. */
	private static final String TOO_WIDE = """
			const [screen, done] = arguments;
			const page = document.documentElement;
			const look = (frames) => {
				if (page.scrollWidth <= page.clientWidth && innerWidth <= screen) {
					done([]);
				}
				else if (frames > 0) {
					requestAnimationFrame(() => look(frames - 1));
				}
				else {
					const wide = [...document.querySelectorAll('body *')]
						.filter((element) => element.getBoundingClientRect().right > screen + 0.5)
						.slice(0, 5).map((element) => element.outerHTML.slice(0, 200));
					done(['scrolls sideways: ' + page.scrollWidth + ' px in ' + screen, ...wide]);
				}
			};
			look(30);
			""";

	private final ChromiumSession driver;

	private final View view;

	PageChecks(ChromiumSession driver, View view) {
		this.driver = driver;
		this.view = view;
	}

	private static String axe() {
		try {
			return new ClassPathResource("/axe.min.js").getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Looks at the page as it is now, and leaves it in the light scheme and its own size.
	 * @return what is wrong with it, nothing if nothing is
	 */
	List<String> look() {
		List<String> found = new ArrayList<>();
		prefer("dark");
		violations(RULES_OF_COLOURS).forEach((violation) -> found.add("dark: " + violation));
		prefer("light");
		violations(ALL_RULES).forEach((violation) -> found.add("light: " + violation));
		for (View screen : List.of(View.DESKTOP_ENGLISH, View.PHONE_ENGLISH)) {
			this.driver.resize(screen);
			found.addAll(tooWide(screen));
		}
		this.driver.resize(this.view);
		return found;
	}

	/**
	 * Prefers a color scheme, and no motion, so that no colour is looked at on its way to
	 * another.
	 */
	void prefer(String scheme) {
		this.driver.cdp("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme),
						Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
	}

	@SuppressWarnings("unchecked") // The script returns strings.
	private List<String> violations(Map<String, Object> rules) {
		Object found = this.driver.executeAsyncScript(RUN, rules);
		if (found == null) {
			// Not there yet.
			this.driver.executeScript(AXE);
			found = this.driver.executeAsyncScript(RUN, rules);
		}
		return (List<String>) Objects.requireNonNull(found, "axe is not there");
	}

	@SuppressWarnings("unchecked") // The script returns strings.
	private List<String> tooWide(View screen) {
		return (List<String>) this.driver.executeAsyncScript(TOO_WIDE, screen.width());
	}

}
