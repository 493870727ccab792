package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.ValueLimits;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventFiring;
import org.ehcache.event.EventOrdering;
import org.ehcache.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A cache as {@code ehcache.xml} declares it, with its template applied.
 *
 * @param name the alias, by which annotations refer to it
 * @param capacity the number of entries it holds, from 1; {@code null} if it counts bytes
 * @param capacityBytes the bytes of heap it holds, from 1; {@code null} if it counts
 * entries
 * @param offHeapBytes the bytes of its off-heap tier; {@code null} if it has none
 * @param disk its disk tier; {@code null} if it has none
 * @param limits the limits of its values if it counts bytes
 * @param policy the expiry of its entries
 * @param region the region of all its entries; {@code null} if each has its own
 * @param dependsOnTables whether its values depend on the tables that their loads read
 * @param global whether instances share its values
 * @param types the types of its keys and values
 * @param listeners the listeners of its events, in the order of the file
 * @param place the lines that declare it
 */
public record DeclaredCache(String name, @Nullable Long capacity, @Nullable Long capacityBytes,
		@Nullable Long offHeapBytes, @Nullable Disk disk, ValueLimits limits, CachePolicy policy,
		@Nullable String region, boolean dependsOnTables, boolean global, Types types, List<Listener> listeners,
		Place place) {

	/** Each is 1024 of the one before. */
	static final List<String> MEMORY_UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");

	/**
	 * Creates the value with its own copy of the list.
	 */
	public DeclaredCache {
		listeners = List.copyOf(listeners);
	}

	/**
	 * {@return whether it has a tier below the heap}
	 */
	public boolean isTiered() {
		return this.offHeapBytes != null || this.disk != null;
	}

	/**
	 * Returns this declaration with what another one changes and a running cache can
	 * change: the policy, and a capacity in the same unit.
	 */
	DeclaredCache changedTo(DeclaredCache next) {
		boolean sameUnit = (this.capacity == null) == (next.capacity == null);
		return new DeclaredCache(this.name, sameUnit ? next.capacity : this.capacity,
				sameUnit ? next.capacityBytes : this.capacityBytes, this.offHeapBytes, this.disk, this.limits,
				next.policy, this.region, this.dependsOnTables, this.global, this.types, this.listeners, next.place);
	}

	/**
	 * Returns this declaration of a created cache with what its template changes and a
	 * running cache can change.
	 * @param template the template; {@code null} if it is gone, which changes nothing
	 */
	public DeclaredCache changedTo(@Nullable CacheTemplate template) {
		return (template != null) ? changedTo(template.cache()) : this;
	}

	/** Returns the same cache with another name. */
	DeclaredCache named(String other) {
		return new DeclaredCache(other, this.capacity, this.capacityBytes, this.offHeapBytes, this.disk, this.limits,
				this.policy, this.region, this.dependsOnTables, this.global, this.types, this.listeners, this.place);
	}

	/**
	 * {@return whether it uses anything that only the start of the instance opens}
	 */
	boolean needsStart() {
		return isTiered() || this.global || this.dependsOnTables;
	}

	/**
	 * {@return the capacity, such as {@code 20 MB} or
	 * {@code 100 entries, off-heap 64 MB, disk 1 GB}}
	 */
	public String room() {
		return heap() + ((this.offHeapBytes != null) ? ", off-heap " + text(this.offHeapBytes) : "")
				+ ((this.disk != null) ? ", disk " + text(this.disk.bytes()) : "");
	}

	/**
	 * {@return the capacity of the heap, such as {@code 20 MB} or {@code 100 entries}}
	 */
	public String heap() {
		return (this.capacityBytes != null) ? text(this.capacityBytes) : this.capacity + " entries";
	}

	/**
	 * Formats a number of bytes as in the configuration file, in the largest unit of
	 * which it is a whole number.
	 */
	public static String text(long bytes) {
		int power = Math.min(Long.numberOfTrailingZeros(bytes) / 10, MEMORY_UNITS.size() - 1);
		return (bytes >> (10 * power)) + " " + MEMORY_UNITS.get(power);
	}

	/**
	 * The disk tier of a cache.
	 *
	 * @param bytes its size, from 8 MB
	 * @param persistent whether its entries survive a restart
	 */
	public record Disk(long bytes, boolean persistent) {
	}

	/**
	 * The lines that declare a cache: those in which the start tags end, from 1.
	 *
	 * @param file the name of the file without its folders
	 * @param cache the line of the {@code <cache>}
	 * @param heap the line of its {@code <heap>} or that of its template
	 * @param offHeap the line of its {@code <offheap>} or that of its template; that of
	 * the heap if there is none
	 * @param policy the line of its {@code <policy>} or {@code <expiry>} or that of its
	 * template; the line of the {@code <cache>} if there is none
	 */
	public record Place(String file, int cache, int heap, int offHeap, int policy) {
	}

	/**
	 * The types of all keys and of all values that are not {@code null}.
	 */
	public record Types(Class<?> key, Class<?> value) {
	}

	/**
	 * A listener of the events of a cache.
	 *
	 * @param type its class, which has a public constructor without parameters
	 * @param events the events it receives, at least one
	 * @param firing whether it runs before the operation returns
	 * @param ordering whether it receives the events of a key in order
	 * @param line the line that names the class, from 1
	 */
	@SuppressWarnings("rawtypes") // the file has no type parameters
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
