package dev.yoil.ehcache.boot;

import java.nio.file.Path;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Reads the cache configuration file as soon as it is known to be needed, while beans are
 * defined and none is made yet: a mistake in it should not open a database first, and
 * what it declares decides which beans there are.
 */
final class EhcacheXmlRegistrar implements ImportBeanDefinitionRegistrar {

	/** The bean that has been read. */
	static final String NAME = "yoilEhcacheXml";

	private final SingletonBeanRegistry beans;

	private final Environment environment;

	private final ResourceLoader resources;

	EhcacheXmlRegistrar(BeanFactory beans, Environment environment, ResourceLoader resources) {
		this.beans = (SingletonBeanRegistry) beans;
		this.environment = environment;
		this.resources = resources;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
		this.beans.registerSingleton(NAME,
				new EhcacheXmlLocator(this.resources, Path.of("").toAbsolutePath(),
						this.environment.getProperty(EhcacheXmlLocator.HIBERNATE))
					.read(this.environment.getProperty("yoil.ehcache.config")));
	}

}
