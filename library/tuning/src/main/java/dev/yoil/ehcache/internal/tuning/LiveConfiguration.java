package dev.yoil.ehcache.internal.tuning;

import java.io.File;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.tuning.ConfigurationSnapshot.Applied;
import dev.yoil.ehcache.internal.tuning.ConfigurationSnapshot.Effect;
import dev.yoil.ehcache.internal.tuning.ConfigurationSnapshot.Figures;
import dev.yoil.ehcache.internal.tuning.ConfigurationSnapshot.Prediction;
import dev.yoil.ehcache.internal.tuning.ConfigurationSnapshot.State;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.DigestUtils;

/**
 * The configuration file of a cache manager, compared with the running one, and a history
 * of the changes that were applied while the caches were in use. Thread-safe.
 */
public final class LiveConfiguration {

	/** The time between two looks at the file. */
	public static final Duration STEP = Duration.ofSeconds(1);

	private static final Logger LOG = LoggerFactory.getLogger(LiveConfiguration.class);

	private static final int KEPT = 100;

	private static final String IN_SYNC = "agrees with the present configuration";

	private final EhCacheCacheManager manager;

	private final Mode mode;

	private final Clock clock;

	/** {@code null} if the file is not watched. */
	private final @Nullable Path path;

	/** The applied changes, newest first. */
	private final Deque<Done> history = new ArrayDeque<>();

	/** The last change of each cache. */
	private final Map<String, Mark> marks = new HashMap<>();

	private final Instant start;

	private Content content;

	/** The last content that the mode {@code auto} has seen twice. */
	private @Nullable String settled;

	private String logged = IN_SYNC;

	private boolean begun;

	private long lastId;

	/**
	 * Creates the configuration of a manager, and reads its file.
	 */
	public LiveConfiguration(EhCacheCacheManager manager, Mode mode, Clock clock) {
		this.manager = manager;
		this.mode = mode;
		this.clock = clock;
		this.start = clock.instant();
		// Otherwise it is the description of a resource.
		File file = new File(manager.declared().file());
		this.path = (mode != Mode.OFF && file.isAbsolute()) ? file.toPath() : null;
		this.content = new Content(null, manager.declared(), null);
	}

	/**
	 * {@return whether the file is in the file system and reloading is not off}
	 */
	public boolean isWatched() {
		return this.path != null;
	}

	/**
	 * Starts to watch the file. Call it after all checks are added to the manager.
	 */
	public synchronized void begin() {
		this.begun = true;
	}

	/**
	 * Looks at the file, logs what has changed, and applies it in the mode {@code auto}
	 * if the file was the same one look before: it may be written in parts. If nothing
	 * has changed, the lines may have moved.
	 */
	public synchronized void poll() {
		if (!this.begun) {
			return;
		}
		String before = this.content.digest();
		read();
		String digest = this.content.digest();
		EhcacheXml next = this.content.declared();
		if (next != null && (this.mode == Mode.AUTO || changes(next).isEmpty()) && Objects.equals(digest, before)
				&& !Objects.equals(digest, this.settled)) {
			this.settled = digest;
			// The scheduler logs a failure, which a later change may fix.
			boolean unused = apply(next, "reload", null);
		}
	}

	private void read() {
		if (this.path == null) {
			return;
		}
		try {
			byte[] bytes = EhcacheXml.content(this.path.toString(), new FileSystemResource(this.path));
			String digest = DigestUtils.md5DigestAsHex(bytes);
			if (!digest.equals(this.content.digest())) {
				this.content = content(this.path, digest, bytes);
			}
		}
		catch (EhcacheXmlException ex) {
			this.content = new Content(null, null, ex);
		}
		log();
	}

	private Content content(Path path, String digest, byte[] bytes) {
		try {
			EhcacheXml declared = EhcacheXml.read(path.toString(), new ByteArrayResource(bytes));
			this.manager.check(declared);
			return new Content(digest, declared, null);
		}
		catch (EhcacheXmlException ex) {
			return new Content(digest, null, ex);
		}
	}

	/** Logs the state of the file if it has changed. */
	private void log() {
		EhcacheXmlException invalid = this.content.invalid();
		List<ConfigurationChange> changes = changes(this.content.declared());
		String line = (invalid != null) ? "is invalid, the present configuration stays: " + invalid.getMessage()
				: changes.isEmpty() ? IN_SYNC : "differs from the present configuration: " + text(changes);
		if (!line.equals(this.logged)) {
			LOG.info("{} {}", this.path, line);
			this.logged = line;
		}
	}

	private static String text(List<ConfigurationChange> changes) {
		return changes.stream().map(ConfigurationChange::toString).collect(Collectors.joining("; "));
	}

	private List<ConfigurationChange> changes(@Nullable EhcacheXml next) {
		return (next != null) ? Differences.between(this.manager.declared(), next) : List.of();
	}

	/**
	 * {@return the declarations of the file as it was last read}
	 * @throws EhcacheXmlException if it is invalid
	 */
	public synchronized EhcacheXml file() {
		if (this.content.invalid() != null) {
			throw this.content.invalid();
		}
		return Objects.requireNonNull(this.content.declared());
	}

	/**
	 * {@return the configuration before some changes; empty if they are not in the
	 * history}
	 */
	public synchronized Optional<EhcacheXml> before(long id) {
		return this.history.stream().filter((done) -> done.id() == id).map(Done::ran).findFirst();
	}

	/**
	 * Applies the live changes to other declarations.
	 * @param by the name of the operator
	 * @param undoes the changes that are taken back; {@code null} for none
	 * @return whether there were any
	 * @throws EhcacheXmlException if the declarations cannot be applied; then nothing has
	 * changed
	 */
	public synchronized boolean apply(EhcacheXml next, String by, @Nullable Long undoes) {
		Instant now = this.clock.instant();
		Map<String, EhCacheCache> caches = caches();
		Map<String, Effect> effects = new LinkedHashMap<>();
		List<ConfigurationChange> planned = changes(next);
		for (ConfigurationChange change : planned) {
			if (change.live() && change.cache() != null) {
				effects.computeIfAbsent(change.cache(), (name) -> new Effect(figures(name, caches.get(name), now),
						predicted(caches.get(name), next.byName().get(name), planned), null));
			}
		}
		EhcacheXml ran = this.manager.apply(next);
		List<ConfigurationChange> changes = Differences.between(ran, ran.changedTo(next));
		if (changes.isEmpty()) {
			return false;
		}
		Map<String, EhCacheCache> present = caches();
		effects.keySet().forEach((name) -> {
			EhCacheCache cache = present.get(name);
			this.marks.put(name, new Mark((cache != null) ? cache.statistics() : null, now));
		});
		if (this.history.size() == KEPT) {
			this.history.removeLast();
		}
		this.history.addFirst(new Done(++this.lastId, now, by, undoes, changes, effects, ran));
		LOG.info("Cache configuration {} by {}: {}", (undoes != null) ? "undo of " + undoes : "applied",
				KeyText.quoted(by), text(changes));
		log();
		return true;
	}

	private Map<String, EhCacheCache> caches() {
		return this.manager.caches().stream().collect(Collectors.toMap(EhCacheCache::getName, (cache) -> cache));
	}

	/** Returns the figures of a cache since it was last changed. */
	private @Nullable Figures figures(String name, @Nullable EhCacheCache cache, Instant now) {
		Mark mark = this.marks.getOrDefault(name, new Mark(null, this.start));
		return (cache != null)
				? Figures.between(mark.counts(), cache.statistics(), Duration.between(mark.at(), now).toMillis())
				: null;
	}

	/**
	 * Returns the simulated figures of a cache with another capacity and TTL.
	 * @param cache the cache; {@code null} if it is yet to be added
	 * @param as the other declaration; {@code null} if the cache is removed
	 * @param changes the changes to that declaration
	 * @return {@code null} if they are not known, or other attributes change, too
	 */
	private static WhatIf.@Nullable Cell predicted(@Nullable EhCacheCache cache, @Nullable DeclaredCache as,
			List<ConfigurationChange> changes) {
		if (cache == null || as == null
				|| !changes.stream()
					.filter((change) -> change.live() && as.name().equals(change.cache()))
					.allMatch((change) -> change.attribute().matches("heap|ttl"))) {
			return null;
		}
		WhatIf whatIf = CacheSimulations.latest(cache);
		Long bytes = cache.declared().capacityBytes();
		// For a heap in bytes, the simulation has an estimated number of entries.
		long entries = (as.capacity() != null) ? as.capacity() : (bytes != null && as.capacityBytes() != null)
				? Math.round((double) whatIf.capacity() * as.capacityBytes() / bytes) : 0;
		return whatIf.predicted(entries, as.policy().ttl());
	}

	/**
	 * Returns the present state.
	 * @param next the planned configuration; {@code null} for the content of the file
	 */
	public synchronized ConfigurationSnapshot snapshot(@Nullable EhcacheXml next) {
		read();
		EhcacheXmlException invalid = this.content.invalid();
		EhcacheXml target = (next != null) ? next : this.content.declared();
		List<ConfigurationChange> changes = isWatched() ? changes(target) : List.of();
		State state = !isWatched() ? State.UNWATCHED : (invalid != null) ? State.INVALID
				: changes(this.content.declared()).isEmpty() ? State.IN_SYNC : State.PENDING;
		return new ConfigurationSnapshot(this.manager.declared().file().replaceAll(".*[/\\\\:]|]$", ""),
				this.mode.name().toLowerCase(Locale.ROOT), state, this.content.digest(), changes,
				predictions(changes, target), (invalid != null) ? invalid.problem() : null,
				(invalid != null) ? invalid.remedy() : null, applied());
	}

	private Map<String, Prediction> predictions(List<ConfigurationChange> changes, @Nullable EhcacheXml target) {
		Map<String, Prediction> predictions = new LinkedHashMap<>();
		Map<String, EhCacheCache> caches = caches();
		for (ConfigurationChange change : changes) {
			EhCacheCache cache = caches.get(change.cache());
			if (cache != null && target != null && change.live()) {
				WhatIf.Cell before = predicted(cache, cache.declared(), changes);
				WhatIf.Cell after = predicted(cache, target.byName().get(cache.getName()), changes);
				if (before != null && after != null) {
					predictions.put(cache.getName(), new Prediction(before, after));
				}
			}
		}
		return predictions;
	}

	private List<Applied> applied() {
		Instant now = this.clock.instant();
		Map<String, EhCacheCache> caches = caches();
		Map<String, @Nullable Figures> later = new HashMap<>();
		List<Applied> applied = new ArrayList<>();
		for (Done done : this.history) {
			Map<String, Effect> effects = new LinkedHashMap<>();
			done.effects().forEach((name, effect) -> {
				Figures after = later.containsKey(name) ? later.get(name) : figures(name, caches.get(name), now);
				effects.put(name, new Effect(effect.before(), effect.predicted(), after));
				later.put(name, effect.before());
			});
			applied.add(new Applied(done.id(), done.at(), done.by(), done.undoes(), done.changes(), effects));
		}
		return applied;
	}

	/** The ways to apply changes of the file. */
	public enum Mode {

		/** At the request of an operator. */
		MANUAL,
		/** At once, if the file is valid. */
		AUTO,
		/** At the next start. */
		OFF

	}

	/** The file as it was last read: its declarations or its errors. */
	private record Content(@Nullable String digest, @Nullable EhcacheXml declared,
			@Nullable EhcacheXmlException invalid) {
	}

	private record Mark(@Nullable CacheStatistics counts, Instant at) {
	}

	/** Applied changes, with the configuration before them. */
	private record Done(long id, Instant at, String by, @Nullable Long undoes, List<ConfigurationChange> changes,
			Map<String, Effect> effects, EhcacheXml ran) {
	}

}
