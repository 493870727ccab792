package dev.yoil.ehcache;

import java.time.Clock;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheEventListenerConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventOrdering;
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
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Spring's {@link org.springframework.cache.CacheManager} over native Ehcache 3. It has
 * exactly the caches that a file declares: a name that is not declared gives
 * {@code null}.
 * <p>
 * Thread-safe once initialized. It owns the native cache manager: both are opened by
 * {@link #afterPropertiesSet()} and closed by {@link #destroy()}, after which the caches
 * throw {@link IllegalStateException}.
 */
public class EhCacheCacheManager extends AbstractTransactionSupportingCacheManager implements DisposableBean {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCacheManager.class);

	/** Refreshes spare readers the wait: they must not take the machine from them. */
	private static final int REFRESH_THREADS = 2;

	private static final int REFRESH_QUEUE = 1_000;

	private final EhcacheXml declared;

	private final ElapsedTime time;

	private final Executor refreshes;

	/** The same, if it is the manager's own. */
	private final @Nullable ExecutorService own;

	private final Regions regions;

	/** Ends the registration with them. */
	private final Runnable unregister;

	private volatile @Nullable CacheManager nativeManager;

	private volatile List<EhCacheCache> caches = List.of();

	/**
	 * Creates a manager that is yet to be initialized.
	 * @param declared the caches to have
	 * @param clock tells the time to show, and when {@code until} comes. If it is the
	 * system's, entries age by {@link System#nanoTime()}, so that it may be set at any
	 * time; by any other clock they age as that tells
	 * @param refreshes refreshes values while the present ones are served, never in the
	 * thread that asks, which may be in a transaction; it should bound what it takes on
	 * and reject the rest. Whoever gives it shuts it down, after the manager
	 * @param regions tells of what was changed
	 */
	public EhCacheCacheManager(EhcacheXml declared, Clock clock, Executor refreshes, Regions regions) {
		this(declared, new ElapsedTime(clock), refreshes, null, regions);
	}

	/**
	 * Creates a manager likewise, with a few threads of its own to refresh values.
	 */
	public EhCacheCacheManager(EhcacheXml declared, Clock clock, Regions regions) {
		this(declared, new ElapsedTime(clock), null, refreshThreads(), regions);
	}

	/**
	 * Creates a manager likewise, for the only instance there is.
	 */
	public EhCacheCacheManager(EhcacheXml declared, Clock clock) {
		this(declared, clock, Regions.alone());
	}

	/**
	 * Creates a manager likewise, by the system's clock, of the caches that a file
	 * declares.
	 * @throws dev.yoil.ehcache.xml.EhcacheXmlException if anything in the file is wrong
	 */
	public EhCacheCacheManager(Resource file) {
		this(EhcacheXml.read(file), Clock.systemUTC());
	}

	EhCacheCacheManager(EhcacheXml declared, ElapsedTime time, @Nullable Executor given, @Nullable ExecutorService own,
			Regions regions) {
		this.declared = declared;
		this.time = time;
		this.refreshes = (given != null) ? given : Objects.requireNonNull(own);
		this.own = own;
		this.regions = regions;
		this.unregister = Labels.of(regions)
			.register((change) -> this.caches.forEach((cache) -> cache.removeDead(change)));
	}

	private static ExecutorService refreshThreads() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("yoil-cache-refresh-");
		threads.setDaemon(true);
		ThreadPoolExecutor executor = new ThreadPoolExecutor(REFRESH_THREADS, REFRESH_THREADS, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(REFRESH_QUEUE), threads);
		executor.allowCoreThreadTimeOut(true);
		return executor;
	}

	/**
	 * Makes the writes of a cache belong to the transaction of the calling thread, if the
	 * manager was made aware of transactions.
	 */
	@Override
	protected Cache decorateCache(Cache cache) {
		return (isTransactionAware() && cache instanceof EhCacheCache target) ? new TransactionalCache(target) : cache;
	}

	@Override
	protected Collection<? extends Cache> loadCaches() {
		closeNativeManager();
		if (this.declared.warning() != null) {
			LOG.warn(this.declared.warning());
		}
		ClockTimeSource source = new ClockTimeSource(this.time);
		CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder()
			.using(source)
			.using(new StoreListener(this.time))
			.build(true);
		this.nativeManager = manager;
		try {
			this.caches = this.declared.caches().stream().map((cache) -> create(manager, cache, source)).toList();
		}
		catch (RuntimeException ex) {
			closeNativeManager();
			throw ex;
		}
		return this.caches;
	}

	private EhCacheCache create(CacheManager manager, DeclaredCache cache, ClockTimeSource source) {
		EntryIndex index = new EntryIndex(cache.policy(), cache.capacityBytes(), this.time);
		EnumSet<EventType> told = EnumSet.noneOf(EventType.class);
		cache.listeners().forEach((listener) -> told.addAll(listener.events()));
		Unsettled unsettled = new Unsettled(
				cache.listeners().stream().anyMatch((listener) -> listener.ordering() == EventOrdering.ORDERED));
		CacheConfigurationBuilder<StoredKey, StoredEntry> configuration = CacheConfigurationBuilder
			.newCacheConfigurationBuilder(StoredKey.class, StoredEntry.class,
					ResourcePoolsBuilder.heap(Objects.requireNonNullElse(cache.capacity(), Long.MAX_VALUE)))
			.withExpiry(new IndexingExpiryPolicy(cache.policy(), index, source))
			.withService(new StoreListener.Target(index, told, unsettled));
		for (DeclaredCache.Listener listener : cache.listeners()) {
			configuration = configuration.withService(told(cache, listener));
		}
		Freshness freshness = new Freshness(cache.policy(), source, this.time, this.regions);
		EntryStore store = new EntryStore(manager.createCache(cache.name(), configuration.build()), index, freshness,
				unsettled);
		return new EhCacheCache(cache, store, index, freshness, this.refreshes, this.regions);
	}

	@SuppressWarnings("unchecked") // the file says nothing of the type parameters of
									// listeners
	private CacheEventListenerConfigurationBuilder told(DeclaredCache cache, DeclaredCache.Listener listener) {
		CacheEventListener<Object, Object> made;
		try {
			made = BeanUtils.instantiateClass(listener.type());
		}
		catch (BeanInstantiationException ex) {
			throw new EhcacheXmlException(this.declared, listener,
					"the listener " + listener.type().getName() + " of the cache '" + cache.name()
							+ "' cannot be made: " + ((ex.getCause() != null) ? ex.getCause() : ex.getMessage()) + ".",
					"Correct its constructor, or leave the listener out.", ex);
		}
		ValueListener told = new ValueListener(made, listener.events());
		return CacheEventListenerConfigurationBuilder.newEventListenerConfiguration(told, told.events())
			.firingMode(listener.firing())
			.eventOrdering(listener.ordering());
	}

	/**
	 * {@return the caches themselves, in the order of the file, without the decoration
	 * that {@link #setTransactionAware} may add to those of {@link #getCache}; empty
	 * before initialization}
	 */
	public List<EhCacheCache> caches() {
		return this.caches;
	}

	/**
	 * Returns the cache behind the decoration that {@link #setTransactionAware} may have
	 * added to it.
	 * @param cache what {@link #getCache} of any manager gave
	 * @return the cache itself; {@code null} if it is not one of ours
	 */
	public static @Nullable EhCacheCache undecorated(Cache cache) {
		return (cache instanceof TransactionalCache decorated) ? decorated.target()
				: (cache instanceof EhCacheCache undecorated) ? undecorated : null;
	}

	/**
	 * Returns what Spring's cache annotations should find these caches by: it tells what
	 * {@code @Cacheable} without {@code sync} has loaded from what others write, so that
	 * nothing is stored that was read before a write. Spring Boot's auto-configuration
	 * sees to that; else a {@code CachingConfigurer} should return it.
	 */
	public CacheResolver cacheResolver() {
		return cacheResolver(this);
	}

	/**
	 * Returns likewise what finds them by a manager that decorates this one and its
	 * caches. Loads are recognized if the decoration passes on {@code getNativeCache()},
	 * and {@code put} in the thread that calls it.
	 */
	public CacheResolver cacheResolver(org.springframework.cache.CacheManager decorator) {
		return new PlainLoadCacheResolver(decorator, this);
	}

	/**
	 * {@return the file that declares the caches}
	 */
	public EhcacheXml declared() {
		return this.declared;
	}

	/**
	 * Closes the native cache manager and all its caches. Does nothing if that was done
	 * before.
	 */
	@Override
	public void destroy() {
		if (this.own != null) {
			this.own.shutdownNow();
		}
		this.unregister.run();
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
