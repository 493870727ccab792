package dev.yoil.webtoon.page;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.core.env.Environment;
import org.springframework.http.CacheControl;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.ContentVersionStrategy;
import org.springframework.web.servlet.resource.ResourceUrlProvider;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/**
 * Puts together what makes pages. Their texts are not those of the whole service: no bean
 * is called as Spring would look for such.
 */
@Configuration(proxyBeanMethods = false)
class PageConfiguration {

	/** Where templates and texts are. */
	private static final String FOLDER = "dev/yoil/webtoon/page/";

	@Bean
	Site site(Environment environment, DispatcherServletPath servlet, ObjectProvider<ResourceUrlProvider> files) {
		return new Site(environment.getProperty("server.servlet.context-path", "") + servlet.getPrefix(), files);
	}

	@Bean
	SpringTemplateEngine pageTemplateEngine() {
		ResourceBundleMessageSource texts = new ResourceBundleMessageSource();
		texts.setBasename(FOLDER + "messages");
		texts.setDefaultEncoding(StandardCharsets.UTF_8.name());
		texts.setFallbackToSystemLocale(false);
		ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(getClass().getClassLoader());
		resolver.setPrefix(FOLDER + "templates/");
		resolver.setSuffix(".html");
		resolver.setTemplateMode(TemplateMode.HTML);
		resolver.setCharacterEncoding(StandardCharsets.UTF_8.name());
		SpringTemplateEngine engine = new SpringTemplateEngine();
		engine.setTemplateResolver(resolver);
		engine.setTemplateEngineMessageSource(texts);
		return engine;
	}

	@Bean
	Templates pageTemplates(SpringTemplateEngine engine, Site site) {
		return new Templates(engine, site);
	}

	@Bean
	WebMvcConfigurer pages(Templates templates) {
		return new WebMvcConfigurer() {
			@Override
			public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
				converters.addCustomConverter(new ErrorPageConverter(templates));
			}

			@Override
			public void addResourceHandlers(ResourceHandlerRegistry registry) {
				add(registry, "assets").resourceChain(true)
					.addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
				add(registry, "thumbnails");
			}

			@Override
			public void addInterceptors(InterceptorRegistry registry) {
				registry.addInterceptor(new LanguageSwitch()).addPathPatterns("/", "/webtoon/*", "/search");
			}
		};
	}

	/**
	 * Serves a folder of files that browsers keep for a year: what is at an address never
	 * changes. Their tags are weak, since Tomcat compresses them.
	 */
	private static ResourceHandlerRegistration add(ResourceHandlerRegistry registry, String folder) {
		ContentVersionStrategy versions = new ContentVersionStrategy();
		return registry.addResourceHandler("/" + folder + "/*")
			.addResourceLocations("classpath:/" + FOLDER + folder + "/")
			.setCacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable())
			.setUseLastModified(false)
			.setEtagGenerator((file) -> "W/\"" + versions.getResourceVersion(file) + "\"");
	}

}
