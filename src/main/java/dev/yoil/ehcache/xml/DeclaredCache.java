package dev.yoil.ehcache.xml;

import java.util.List;

import dev.yoil.ehcache.policy.CachePolicy;
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
		@Nullable String region, boolean global, DeclaredTypes types, List<DeclaredListener> listeners,
		DeclaredPlace place) {

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
		return (this.capacityBytes != null) ? CacheElements.memory(this.capacityBytes) : this.capacity + " entries";
	}

}
