package dev.yoil.ehcache;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.failure.KnownFailures;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.LoadFailures;
import dev.yoil.ehcache.policy.ValueExpiry;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.xml.CacheTemplate;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import io.micrometer.observation.ObservationRegistry;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheEventListenerConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.BeanInstantiationException;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.transaction.AbstractTransactionSupportingCacheManager;
import org.springframework.core.io.Resource;
import org.springframework.core.task.TaskDecorator;
import org.springframework.util.Assert;

/**
 * Spring {@link org.springframework.cache.CacheManager} over native Ehcache 3. It has the
 * caches of a configuration file and those that are created from its templates, and
 * returns {@code null} for other names.
 * <p>
 * Thread-safe once initialized. {@link #afterPropertiesSet()} opens the native cache
 * manager and {@link #destroy()} closes it. After that the caches throw
 * {@link IllegalStateException}.
 */
public class EhCacheCacheManager extends AbstractTransactionSupportingCacheManager implements DisposableBean {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCacheManager.class);

	private static final int LONGEST_NAME = 200;

	/** Expired entries are to leave within a minute. A sweep takes seconds. */
	private static final Duration SWEEP = Duration.ofSeconds(30);

	private volatile EhcacheXml declared;

	private final ElapsedTime time;

	private final BackgroundThreads threads;

	/** Created caches share them, because their number depends on callers. */
	private final CacheThreads threadsOfCreated;

	private final Validity validity;

	/** Ends the registration of the removal of dead entries. */
	private final Runnable unregister;

	private final List<CacheListenerFactory> listeners = CacheListeners.factories();

	private final ExpirySweep sweep = new ExpirySweep(() -> this.caches.stream().map(EhCacheCache::store).iterator());

	private boolean sweeping;

	private ObservationRegistry observations = ObservationRegistry.NOOP;

	private @Nullable ValueExpiry values;

	private KnownFailures failures = new KnownFailures(null);

	private volatile @Nullable CacheManager nativeManager;

	private volatile List<EhCacheCache> caches = List.of();

	/** The caches as callers use them, by name in the order of the file. */
	private volatile Map<String, Cache> used = Map.of();

	/** The names of the templates of caches that are not in the file, by cache. */
	private volatile Map<String, String> created = Map.of();

	private final List<Consumer<EhcacheXml>> checks = new CopyOnWriteArrayList<>();

	private final List<Runnable> changes = new CopyOnWriteArrayList<>();

	/**
	 * Creates an uninitialized manager.
	 * @param declared the declared caches
	 * @param clock the clock for displayed times and for {@code until}. With a system
	 * clock, entries age by {@link System#nanoTime()}, so setting the clock is safe. With
	 * any other clock, entries age by that clock
	 * @param refreshes the executor for refreshes in the background. It must not run them
	 * in the calling thread, which may be in a transaction, and should have a bounded
	 * queue. The caller shuts it down after the manager
	 * @param validity the regions of this instance, an object of the class
	 * {@code Regions}
	 */
	public EhCacheCacheManager(EhcacheXml declared, Clock clock, Executor refreshes, Validity validity) {
		this(declared, new ElapsedTime(clock), refreshes, validity);
	}

	/**
	 * Creates an uninitialized manager with its own threads for refreshes.
	 */
	public EhCacheCacheManager(EhcacheXml declared, Clock clock, Validity validity) {
		this(declared, new ElapsedTime(clock), null, validity);
	}

	/**
	 * Creates an uninitialized manager for a single instance without regions: those that
	 * keys and caches name are ignored.
	 */
	public EhCacheCacheManager(EhcacheXml declared, Clock clock) {
		this(declared, clock, Validity.local());
	}

	/**
	 * Creates an uninitialized manager for a single instance without regions, with the
	 * system clock.
	 * @param file the configuration file
	 * @throws dev.yoil.ehcache.xml.EhcacheXmlException if the file is invalid
	 */
	public EhCacheCacheManager(Resource file) {
		this(EhcacheXml.read(file), Clock.systemUTC());
	}

	EhCacheCacheManager(EhcacheXml declared, ElapsedTime time, @Nullable Executor refreshes, Validity validity) {
		this.declared = declared;
		this.time = time;
		this.threads = new BackgroundThreads(refreshes);
		this.threadsOfCreated = new CacheThreads(this.threads);
		this.validity = validity;
		this.unregister = validity.register((change) -> this.caches.forEach((cache) -> cache.removeDead(change)));
	}

	/**
	 * Sets the registry that observes loads, and waits for loads of other callers. Call
	 * it before {@link #afterPropertiesSet()}. Without this call nothing is observed.
	 */
	public void setObservationRegistry(ObservationRegistry observations) {
		this.observations = observations;
	}

	/**
	 * Sets the limits of single values. Call it before {@link #afterPropertiesSet()}.
	 */
	public void setValueExpiry(ValueExpiry values) {
		this.values = values;
	}

	/**
	 * Sets which failed loads are an outage, and which mean that the value is gone. Call
	 * it before {@link #afterPropertiesSet()}.
	 */
	public void setLoadFailures(LoadFailures failures) {
		this.failures = new KnownFailures(failures);
	}

	/**
	 * Adds a decorator of all loads that run in other threads than their callers', such
	 * as refreshes. It passes on what is bound to the thread of the caller. Call it
	 * before {@link #afterPropertiesSet()}. Micrometer's context propagation is used
	 * besides, if it is on the class path.
	 */
	public void addTaskDecorator(TaskDecorator decorator) {
		this.threads.decorator(decorator);
	}

	/**
	 * Decorates a cache so that its writes belong to the calling thread's transaction, if
	 * this manager is transaction-aware.
	 */
	@Override
	protected Cache decorateCache(Cache cache) {
		if (!(cache instanceof EhCacheCache target)) {
			return cache;
		}
		TypedCache used = isTransactionAware() ? new TransactionalCache(target) : target;
		IndexingStoreProvider.Target.user(target).set(used);
		return used;
	}

	@Override
	protected Collection<? extends Cache> loadCaches() {
		closeNativeManager();
		if (this.declared.warning() != null) {
			LOG.warn(this.declared.warning());
		}
		refuseUnshared();
		this.declared.caches().forEach(this::refuseUnversionedTier);
		CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder()
			.using(this.time)
			.using(new IndexingStoreProvider(this.time))
			.build(true);
		this.nativeManager = manager;
		this.used = Map.of();
		try {
			publish(this.declared.caches()
				.stream()
				.map((cache) -> create(manager, cache, this.declared, new CacheThreads(this.threads)))
				.toList(), Map.of());
		}
		catch (RuntimeException ex) {
			closeNativeManager();
			throw ex;
		}
		// Otherwise a test would not know what happens when.
		if (!this.sweeping && this.time.isSystem()) {
			this.sweeping = true;
			this.threads.sweep(SWEEP, this.sweep::step);
		}
		// The superclass could not forget a removed cache.
		return List.of();
	}

	/** Lets callers find exactly these caches. Those that they know stay the same. */
	private void publish(List<EhCacheCache> caches, Map<String, String> created) {
		Map<String, Cache> used = new LinkedHashMap<>();
		for (EhCacheCache cache : caches) {
			Cache known = this.used.get(cache.getName());
			used.put(cache.getName(), (known != null) ? known : decorateCache(cache));
		}
		this.created = Collections.unmodifiableMap(created);
		this.caches = List.copyOf(caches);
		this.used = Collections.unmodifiableMap(used);
	}

	/**
	 * Returns the cache with the given name. Creates it if a template has a pattern of
	 * such names.
	 * @return {@code null} if there is none
	 * @throws IllegalStateException if the template has its maximum number of caches
	 * @throws IllegalArgumentException if a template matches, but the name is blank,
	 * longer than 200 characters or contains control characters
	 */
	@Override
	public @Nullable Cache getCache(String name) {
		// Unlike the superclass, this manager can replace all its caches in one step.
		Cache cache = this.used.get(name);
		if (cache == null && this.nativeManager != null
				&& this.declared.templates().stream().anyMatch((template) -> template.matches(name))) {
			cache = createMatching(name);
			changed();
		}
		return cache;
	}

	/** Another thread may have created the cache, or changed the templates. */
	private synchronized @Nullable Cache createMatching(String name) {
		Cache present = this.used.get(name);
		CacheManager manager = this.nativeManager;
		if (present != null || manager == null) {
			return present;
		}
		return this.declared.templates()
			.stream()
			.filter((template) -> template.matches(name))
			.findFirst()
			.map((template) -> create(manager, name, template))
			.orElse(null);
	}

	/**
	 * {@return the cache with the given name if it is present; {@code null} otherwise}
	 */
	@Nullable Cache present(String name) {
		return this.used.get(name);
	}

	/**
	 * Creates a cache that is not in the file, or returns the one that was created
	 * before.
	 * @param template the name of a template with a heap, without tiers and without scope
	 * {@code GLOBAL}
	 * @return the cache as {@link #getCache} returns it
	 * @throws IllegalStateException if the template has its maximum number of caches, if
	 * there is another cache of this name, or if this manager is closed
	 * @throws IllegalArgumentException if there is no such template, or the name is
	 * blank, longer than 200 characters or contains control characters
	 */
	public Cache create(String name, String template) {
		Cache present = this.used.get(name);
		if (present != null && template.equals(this.created.get(name))) {
			return present;
		}
		Cache cache = createOnce(name, template);
		changed();
		return cache;
	}

	private synchronized Cache createOnce(String name, String template) {
		CacheManager manager = this.nativeManager;
		Assert.state(manager != null, "The cache manager is closed");
		CacheTemplate declared = this.declared.template(template);
		Assert.isTrue(declared != null, () -> "No template '" + template + "' with a <heap> in " + this.declared.file()
				+ ". It has: " + this.declared.templates().stream().map((one) -> one.cache().name()).toList());
		Cache present = this.used.get(name);
		if (present != null) {
			Assert.state(template.equals(this.created.get(name)), () -> "Cache '" + name + "' exists already");
			return present;
		}
		return create(manager, name, declared);
	}

	private Cache create(CacheManager manager, String name, CacheTemplate template) {
		Assert.isTrue(
				!name.isBlank() && name.length() <= LONGEST_NAME && name.chars().noneMatch(Character::isISOControl),
				() -> "Not a name of a cache: " + KeyText.logged(name));
		String of = template.cache().name();
		Assert.state(Collections.frequency(this.created.values(), of) < template.max(),
				() -> "Cache " + KeyText.logged(name) + " is not created, because template '" + of
						+ "' has its maximum of " + template.max() + " caches. Remove some, or write a larger max");
		EhCacheCache cache = create(manager, template.named(name), this.declared, this.threadsOfCreated);
		Map<String, String> created = new HashMap<>(this.created);
		created.put(name, of);
		publish(Stream.concat(this.caches.stream(), Stream.of(cache)).toList(), created);
		LOG.info("Cache {} is created from template {}: {}, {}", KeyText.logged(name), of, cache.declared().room(),
				cache.declared().policy());
		return Objects.requireNonNull(this.used.get(name));
	}

	private void changed() {
		this.changes.forEach((change) -> {
			try {
				change.run();
			}
			catch (RuntimeException ex) {
				LOG.error("A listener to the added and removed caches failed", ex);
			}
		});
	}

	/**
	 * {@return the names of the caches that are not in the file, with those of their
	 * templates}
	 */
	public Map<String, String> created() {
		return this.created;
	}

	/**
	 * Removes a cache that {@link #create} or a pattern created, with its entries and
	 * meters. Code that still holds it gets an {@link IllegalStateException}.
	 * @return whether there was one; false for a cache of the file
	 * @throws IllegalStateException if this manager is closed
	 */
	public boolean remove(String name) {
		boolean removed = removeOnce(name);
		if (removed) {
			changed();
		}
		return removed;
	}

	private synchronized boolean removeOnce(String name) {
		CacheManager manager = this.nativeManager;
		Assert.state(manager != null, "The cache manager is closed");
		Map<String, String> created = new HashMap<>(this.created);
		if (created.remove(name) == null) {
			return false;
		}
		List<EhCacheCache> present = this.caches;
		publish(present.stream().filter((cache) -> !cache.getName().equals(name)).toList(), created);
		present.stream().filter((cache) -> cache.getName().equals(name)).forEach((cache) -> close(manager, cache));
		LOG.info("Cache {} is removed", KeyText.logged(name));
		return true;
	}

	/** Closes a cache that callers do not find any more. */
	private static void close(CacheManager manager, EhCacheCache removed) {
		manager.removeCache(removed.getName());
		removed.store().forget();
	}

	/**
	 * Adds an action that runs after caches may have been added or removed, in the thread
	 * that did so. It looks at {@link #getCacheNames()}.
	 */
	public void addChangeListener(Runnable change) {
		this.changes.add(change);
	}

	@Override
	public Collection<String> getCacheNames() {
		return this.used.keySet();
	}

	@Override
	public void resetCaches() {
		this.used.values().forEach(Cache::clear);
	}

	/**
	 * Checks the declarations in effect, and adds the check for those that are to be
	 * applied. It throws an {@link EhcacheXmlException} to refuse them.
	 */
	public void addCheck(Consumer<EhcacheXml> check) {
		check.accept(this.declared);
		this.checks.add(check);
	}

	/**
	 * Checks whether declarations can be applied.
	 * @throws EhcacheXmlException if not
	 */
	public void check(EhcacheXml next) {
		this.checks.forEach((check) -> check.accept(next));
	}

	/**
	 * Applies other declarations while the caches are in use: all changes that
	 * {@link EhcacheXml#changedTo} includes or, if this throws, none. Entries stay. Their
	 * times count again from when they were read, so an expired entry may become fresh.
	 * Entries beyond a smaller capacity are evicted, the least recently used first. A
	 * removed cache throws {@link IllegalStateException} from then on.
	 * <p>
	 * Concurrent calls take effect one after the other. No reader of a cache waits.
	 * @return the declarations that were in effect before
	 * @throws EhcacheXmlException if a check refuses the declarations, or a listener of
	 * an added cache cannot be created
	 * @throws IllegalStateException if this manager is closed
	 */
	public EhcacheXml apply(EhcacheXml next) {
		EhcacheXml before = applyAll(next);
		changed();
		return before;
	}

	private synchronized EhcacheXml applyAll(EhcacheXml next) {
		CacheManager manager = this.nativeManager;
		Assert.state(manager != null, "The cache manager is closed");
		check(next);
		EhcacheXml before = this.declared;
		EhcacheXml running = held().changedTo(next);
		Map<String, EhCacheCache> present = new LinkedHashMap<>();
		this.caches.forEach((cache) -> present.put(cache.getName(), cache));
		Map<String, String> templates = new HashMap<>(this.created);
		templates.keySet().removeAll(running.byName().keySet());
		List<DeclaredCache> all = withCreated(running, templates);
		List<EhCacheCache> caches = new ArrayList<>();
		try {
			for (DeclaredCache cache : all) {
				EhCacheCache known = present.get(cache.name());
				caches.add((known != null) ? known : create(manager, cache, next, new CacheThreads(this.threads)));
			}
		}
		catch (RuntimeException | Error ex) {
			caches.removeAll(present.values());
			caches.forEach((created) -> manager.removeCache(created.getName()));
			throw ex;
		}
		for (int i = 0; i < caches.size(); i++) {
			caches.get(i).apply(all.get(i));
		}
		publish(caches, templates);
		this.declared = running;
		caches.forEach((cache) -> present.remove(cache.getName()));
		present.values().forEach((cache) -> close(manager, cache));
		return before;
	}

	/** Returns all caches to keep: those of a file and those created from templates. */
	private List<DeclaredCache> withCreated(EhcacheXml running, Map<String, String> templates) {
		List<DeclaredCache> all = new ArrayList<>(running.caches());
		for (EhCacheCache cache : this.caches) {
			String template = templates.get(cache.getName());
			if (template != null) {
				all.add(cache.declared().changedTo(running.template(template)));
			}
		}
		return all;
	}

	/**
	 * Returns the declarations of all caches: also a created one that the next file
	 * declares keeps what a running cache cannot change.
	 */
	private EhcacheXml held() {
		EhcacheXml file = this.declared;
		return new EhcacheXml(file.file(), this.caches.stream().map(EhCacheCache::declared).toList(), file.templates(),
				file.cluster(), file.persistence(), file.warning());
	}

	/** Without a cluster, no cache has the scope GLOBAL. */
	private void refuseUnshared() {
		DeclaredCluster cluster = this.declared.cluster();
		if (cluster != null && !this.validity.isShared()) {
			throw new EhcacheXmlException(this.declared, cluster.line(),
					"<y:cluster> is declared, which this cache manager cannot use.",
					"Let Spring Boot create the cache manager, or remove <service>.");
		}
	}

	private void refuseUnversionedTier(DeclaredCache cache) {
		if (cache.isTiered() && !this.validity.isVersioned()) {
			throw new EhcacheXmlException(this.declared, cache.place().heap(),
					"cache '" + cache.name() + "' has a tier behind the heap, which this cache manager cannot use.",
					"Let Spring Boot create the cache manager, or declare <heap> only.");
		}
	}

	private EhCacheCache create(CacheManager manager, DeclaredCache cache, EhcacheXml file, CacheThreads threads) {
		CacheListeners listeners = CacheListeners.of(cache.name(), this.listeners, this.time);
		EntryIndex index = new EntryIndex(cache.policy(), cache.capacityBytes(), cache.limits(), this.time,
				listeners.events(), listeners.hits());
		EnumSet<EventType> events = EnumSet.noneOf(EventType.class);
		cache.listeners().forEach((listener) -> events.addAll(listener.events()));
		// Ehcache ignores a later change back to the capacity that it was created with.
		CacheConfigurationBuilder<HashedKey, StoredEntry> configuration = CacheConfigurationBuilder
			.newCacheConfigurationBuilder(HashedKey.class, StoredEntry.class, ResourcePoolsBuilder.heap(Long.MAX_VALUE))
			.withExpiry(index)
			.withService(new IndexingStoreProvider.Target(index, events, new AtomicReference<>()));
		for (DeclaredCache.Listener listener : cache.listeners()) {
			configuration = configuration.withService(listener(cache, listener, file));
		}
		EntryStore store = new EntryStore(cache.name(), manager.createCache(cache.name(), configuration.build()), index,
				this.values, this.validity, this.threads::remove);
		store.capacity(cache.capacity(), cache.capacityBytes());
		return new EhCacheCache(cache, store, threads, this.validity, validity(cache, listeners, file),
				this.observations, listeners, this.failures);
	}

	private CacheValidity validity(DeclaredCache cache, CacheListeners listeners, EhcacheXml file) {
		CacheValidity own = this.validity.cache(cache.name(), cache.region());
		return !cache.dependsOnTables() ? own
				: listeners.find(CacheListener.Tables.class)
					.map((tables) -> tables.dependingOnTables(own))
					.orElseThrow(() -> new EhcacheXmlException(file, cache.place().policy(),
							"cache '" + cache.name() + "' has depends=\"tables\", but no module knows tables.",
							"Add the dependency dev.yoil:yoil-ehcache-tables, or leave depends out."));
	}

	@SuppressWarnings("unchecked") // the file has no type parameters
	private CacheEventListenerConfigurationBuilder listener(DeclaredCache cache, DeclaredCache.Listener listener,
			EhcacheXml file) {
		CacheEventListener<Object, Object> created;
		try {
			created = BeanUtils.instantiateClass(listener.type());
		}
		catch (BeanInstantiationException ex) {
			throw new EhcacheXmlException(file, listener,
					"the listener " + listener.type().getName() + " of cache '" + cache.name() + "' cannot be created: "
							+ ((ex.getCause() != null) ? ex.getCause() : ex.getMessage()) + ".",
					"Fix its constructor, or remove the listener.", ex);
		}
		ValueListener adapter = new ValueListener(created, listener.events());
		return CacheEventListenerConfigurationBuilder.newEventListenerConfiguration(adapter, adapter.events())
			.firingMode(listener.firing())
			.eventOrdering(listener.ordering());
	}

	/**
	 * {@return the removal of expired entries, of which tests make a step}
	 */
	ExpirySweep sweep() {
		return this.sweep;
	}

	/**
	 * {@return the undecorated caches in the order of the file; empty before
	 * initialization}
	 */
	public List<EhCacheCache> caches() {
		return this.caches;
	}

	/**
	 * Returns a resolver for Spring's cache annotations. It distinguishes values loaded
	 * by {@code @Cacheable} without {@code sync} from other writes, and does not store a
	 * loaded value if its key was written after the load began. Spring Boot's
	 * auto-configuration uses it; without Boot, return it from a
	 * {@code CachingConfigurer}.
	 */
	public CacheResolver cacheResolver() {
		return cacheResolver(this);
	}

	/**
	 * Returns such a resolver for a manager that decorates this one. It recognizes loads
	 * if the decorator's caches delegate {@code getNativeCache()}, and also {@code put}
	 * in the calling thread.
	 */
	public CacheResolver cacheResolver(org.springframework.cache.CacheManager decorator) {
		return new PlainLoadCache.Resolver(decorator, this::present);
	}

	/**
	 * {@return the declarations in effect: those of the configuration file, unless it was
	 * changed since}
	 */
	public EhcacheXml declared() {
		return this.declared;
	}

	/**
	 * Closes the native cache manager and all its caches. Further calls have no effect.
	 */
	@Override
	public synchronized void destroy() {
		this.unregister.run();
		this.threads.close();
		closeNativeManager();
	}

	private void closeNativeManager() {
		CacheManager manager = this.nativeManager;
		this.nativeManager = null;
		if (manager != null) {
			manager.close();
		}
	}

}
