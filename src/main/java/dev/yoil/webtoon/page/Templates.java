package dev.yoil.webtoon.page;

import java.util.HashMap;
import java.util.Map;

import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;

import org.springframework.stereotype.Component;

/**
 * Makes HTML. Texts are escaped by the templates. Thread-safe.
 */
@Component
class Templates {

	private final TemplateEngine engine;

	private final Site site;

	Templates(TemplateEngine engine, Site site) {
		this.engine = engine;
		this.site = site;
	}

	/**
	 * Makes a page.
	 * @param content what it shows, by the names that the template knows
	 */
	String html(String template, Language language, Map<String, Object> content) {
		Map<String, Object> variables = new HashMap<>(content);
		variables.put("site", this.site);
		variables.put("language", language);
		variables.put("write", new Writing(language));
		return this.engine.process(template, new Context(language.locale(), variables));
	}

}
