package dev.yoil.webtoon.page;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.WebContentInterceptor;
import org.springframework.web.servlet.resource.ContentVersionStrategy;
import org.springframework.web.servlet.resource.HttpResource;
import org.springframework.web.servlet.resource.ResourceResolverChain;
import org.springframework.web.servlet.resource.ResourceUrlProvider;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/**
 * The templates, texts and files of the pages. The texts are no bean, so they do not
 * become messages of the whole service.
 */
@Configuration(proxyBeanMethods = false)
class PageConfiguration {

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
	WebMvcConfigurer pages(Templates templates) {
		return new WebMvcConfigurer() {
			@Override
			public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
				converters.addCustomConverter(new ErrorPageConverter(templates));
			}

			@Override
			public void addResourceHandlers(ResourceHandlerRegistry registry) {
				// Not cached, because the cache would grow with each spelling of a path.
				add(registry, "assets", CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable(),
						(file) -> (file instanceof HttpResource versioned) ? versioned.getResponseHeaders().getETag()
								: null)
					.resourceChain(false)
					.addResolver(new VersionedOnly().addContentVersionStrategy("/**"));
				ContentVersionStrategy versions = new ContentVersionStrategy();
				add(registry, "thumbnails", CacheControl.maxAge(Duration.ofDays(1)).cachePublic(),
						(file) -> "W/\"" + versions.getResourceVersion(file) + "\"");
			}

			@Override
			public void addInterceptors(InterceptorRegistry registry) {
				registry.addInterceptor(new LanguageSwitch()).addPathPatterns("/", "/webtoon/*", "/search");
				// Tomcat adds it only to compressed responses, and not to a 304.
				WebContentInterceptor vary = new WebContentInterceptor();
				vary.setVaryByRequestHeaders(HttpHeaders.ACCEPT_ENCODING);
				registry.addInterceptor(vary).addPathPatterns("/assets/*", "/thumbnails/*");
			}
		};
	}

	/**
	 * Serves a folder of files. Their entity tags are weak because Tomcat compresses
	 * them.
	 */
	private static ResourceHandlerRegistration add(ResourceHandlerRegistry registry, String folder,
			CacheControl cacheControl, Function<Resource, @Nullable String> etag) {
		return registry.addResourceHandler("/" + folder + "/*")
			.addResourceLocations("classpath:/" + FOLDER + folder + "/")
			.setCacheControl(cacheControl)
			.setUseLastModified(false)
			.setEtagGenerator(etag);
	}

	/**
	 * A resolver of versioned paths only, because browsers keep the files for a year.
	 */
	private static final class VersionedOnly extends VersionResourceResolver {

		@Override
		protected @Nullable Resource resolveResourceInternal(@Nullable HttpServletRequest request, String requestPath,
				List<? extends Resource> locations, ResourceResolverChain chain) {
			return (super.resolveResourceInternal(request, requestPath, locations,
					chain) instanceof HttpResource versioned) ? versioned : null;
		}

	}

}
