package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.xml.EhcacheXml;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** A condition on what {@code ehcache.xml} declares. */
abstract class OnDeclarations implements ConfigurationCondition {

	@Override
	public final ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public final boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConfigurableListableBeanFactory beans = context.getBeanFactory();
		return beans != null && beans.getSingleton(EhCacheAutoConfiguration.DECLARED) instanceof EhcacheXml declared
				&& matches(declared);
	}

	abstract boolean matches(EhcacheXml declared);

}
