package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.policy.CachePolicy;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventFiring;
import org.ehcache.event.EventOrdering;
import org.ehcache.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * One cache as {@code ehcache.xml} declares it, its template applied.
 *
 * @param name the alias, by which annotations refer to it
 * @param capacity how many entries it holds before it evicts, greater than zero;
 * {@code null} if its heap is counted in bytes
 * @param capacityBytes how many bytes of the heap it takes before it evicts, greater than
 * zero; {@code null} if its heap is counted in entries
 * @param policy when entries expire
 * @param region what all its entries belong to; {@code null} if each has regions of its
 * own
 * @param global whether its values are shared with other instances
 * @param types what its keys and values have to be
 * @param listeners who is told of its entries, in the order of the file
 * @param place where the file says so
 */
public record DeclaredCache(String name, @Nullable Long capacity, @Nullable Long capacityBytes, CachePolicy policy,
		@Nullable String region, boolean global, Types types, List<Listener> listeners, Place place) {

	/**
	 * Creates the value with its own copy of the list.
	 */
	public DeclaredCache {
		listeners = List.copyOf(listeners);
	}

	/**
	 * {@return how much it holds, such as {@code 100 entries} or {@code 20 MB}}
	 */
	public String room() {
		return (this.capacityBytes != null) ? ElementValues.memory(this.capacityBytes) : this.capacity + " entries";
	}

	/**
	 * Where {@code ehcache.xml} declares a cache. Lines count from 1 and are those in
	 * which a start tag ends.
	 *
	 * @param file the name of the file, without the folders it is in
	 * @param cache the line of the {@code <cache>}
	 * @param heap the line of its {@code <heap>}, in its template if it has none of its
	 * own
	 * @param policy the line of its {@code <policy>} or {@code <expiry>}, in its template
	 * if it has none of its own; the line of the {@code <cache>} if there is none at all
	 */
	public record Place(String file, int cache, int heap, int policy) {
	}

	/**
	 * What the keys and values of a cache have to be.
	 *
	 * @param key the type of all keys
	 * @param value the type of all values that are not {@code null}
	 */
	public record Types(Class<?> key, Class<?> value) {
	}

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
	public record Listener(Class<? extends CacheEventListener> type, Set<EventType> events, EventFiring firing,
			EventOrdering ordering, int line) {

		/**
		 * Creates the value with its own copy of the set.
		 */
		public Listener {
			events = Set.copyOf(events);
		}

	}

}
