package dev.yoil.ehcache.xml;

import org.ehcache.event.CacheEvent;
import org.ehcache.event.CacheEventListener;

/**
 * A listener that files name.
 */
public final class ListenerOfFiles implements CacheEventListener<Object, Object> {

	@Override
	public void onEvent(CacheEvent<?, ?> event) {
		throw new UnsupportedOperationException("Never called");
	}

}
