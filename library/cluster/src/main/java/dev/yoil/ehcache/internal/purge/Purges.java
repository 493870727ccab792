package dev.yoil.ehcache.internal.purge;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The purges of copies that caches in front of the application keep. They follow each
 * change of regions by this instance, in the thread that made it, after the change took
 * effect here. They also follow a change that was rolled back. Thread-safe.
 */
public final class Purges {

	private final List<Consumer<Set<String>>> registered = new CopyOnWriteArrayList<>();

	private final List<Runnable> uncommitted = new CopyOnWriteArrayList<>();

	private volatile boolean complete = true;

	/**
	 * {@return the purges of the regions of an instance}
	 */
	public static Purges of(Owner regions) {
		return regions.purges();
	}

	/**
	 * Registers a purge.
	 * @param purge receives the changed regions; must not throw
	 */
	public void add(Consumer<Set<String>> purge) {
		this.registered.add(purge);
	}

	/**
	 * Registers a listener for purges of regions whose versions the caller has not
	 * committed. It is called in the caller's thread, also if no purge is registered.
	 * @param listener must not throw
	 */
	public void onUncommitted(Runnable listener) {
		this.uncommitted.add(listener);
	}

	/**
	 * {@return whether no purge is registered}
	 */
	public boolean isEmpty() {
		return this.registered.isEmpty();
	}

	/**
	 * Purges regions that were changed, or may have been.
	 * @param committed whether the caller has committed new versions of all of them
	 */
	public void purge(Set<String> regions, boolean committed) {
		if (regions.isEmpty()) {
			return;
		}
		this.registered.forEach((purge) -> purge.accept(regions));
		if (!committed) {
			this.uncommitted.forEach(Runnable::run);
		}
	}

	/**
	 * {@return whether all changes so far were purged, as far as is known}
	 */
	public boolean isComplete() {
		return this.complete;
	}

	/**
	 * Records whether all changes so far were purged.
	 */
	public void complete(boolean complete) {
		this.complete = complete;
	}

	/**
	 * The base class of the public regions, which shows their purges to the library's own
	 * packages only.
	 */
	public abstract static class Owner {

		/**
		 * {@return the purges, the same each time}
		 */
		protected abstract Purges purges();

	}

}
