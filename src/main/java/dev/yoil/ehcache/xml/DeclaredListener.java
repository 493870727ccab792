package dev.yoil.ehcache.xml;

import java.util.Set;

import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventFiring;
import org.ehcache.event.EventOrdering;
import org.ehcache.event.EventType;

/**
 * A listener that {@code ehcache.xml} gives to a cache.
 *
 * @param type its class, which has a public constructor without parameters
 * @param events what to tell it of, at least one kind
 * @param firing whether it is called before the operation returns
 * @param ordering whether it is told of the events of one key in their order
 * @param line the line of the file that names the class, from 1
 */
@SuppressWarnings("rawtypes") // the file says nothing of its type parameters
public record DeclaredListener(Class<? extends CacheEventListener> type, Set<EventType> events, EventFiring firing,
		EventOrdering ordering, int line) {

	/**
	 * Creates the value with its own copy of the set.
	 */
	public DeclaredListener {
		events = Set.copyOf(events);
	}

}
