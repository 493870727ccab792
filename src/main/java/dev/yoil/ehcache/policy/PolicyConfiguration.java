package dev.yoil.ehcache.policy;

import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceConfiguration;

/**
 * A {@link CachePolicy} on its way through Ehcache's configuration model, from the XML
 * parser to whoever builds the caches. It must be taken off before the caches start: no
 * Ehcache service answers to it.
 *
 * @param policy what the element declared
 */
public record PolicyConfiguration(CachePolicy policy) implements ServiceConfiguration<Service, Void> {

	@Override
	public Class<Service> getServiceType() {
		return Service.class;
	}

}
