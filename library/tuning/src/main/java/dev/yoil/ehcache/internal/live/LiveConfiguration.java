package dev.yoil.ehcache.internal.live;

import java.io.File;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.inspect.Latest;
import dev.yoil.ehcache.internal.live.ConfigurationSnapshot.Applied;
import dev.yoil.ehcache.internal.live.ConfigurationSnapshot.Prediction;
import dev.yoil.ehcache.internal.live.ConfigurationSnapshot.State;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import org.springframework.core.env.PropertyResolver;
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

	/** The attributes whose changes the simulation covers. */
	private static final Set<String> PREDICTABLE = Set.of("heap", "ttl");

	private static final String IN_SYNC = "agrees with the present configuration";

	private final EhCacheCacheManager manager;

	private final Mode mode;

	/** The values of placeholders in the file. */
	private final PropertyResolver properties;

	private final Clock clock;

	/** {@code null} if the file is not watched. */
	private final @Nullable Path path;

	/** The applied changes, newest first. */
	private final Latest<Applied> history = new Latest<>(KEPT);

	private Content content;

	/** The last content that the mode {@code auto} has seen twice. */
	private @Nullable String settled;

	private String logged = IN_SYNC;

	private boolean begun;

	/**
	 * Creates the configuration of a manager; performs no I/O.
	 */
	public LiveConfiguration(EhCacheCacheManager manager, Mode mode, PropertyResolver properties, Clock clock) {
		this.manager = manager;
		this.mode = mode;
		this.properties = properties;
		this.clock = clock;
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
			boolean unused = apply("reload", false);
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
			EhcacheXml declared = EhcacheXml.read(path.toString(), new ByteArrayResource(bytes), this.properties);
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
			LOG.atLevel((invalid != null) ? Level.WARN : Level.INFO).log("{} {}", this.path, line);
			this.logged = line;
		}
	}

	private static String text(List<ConfigurationChange> changes) {
		return changes.stream().map(ConfigurationChange::toString).collect(Collectors.joining("; "));
	}

	private List<ConfigurationChange> changes(@Nullable EhcacheXml next) {
		return (next != null) ? Differences.between(this.manager.declared(), next, this.manager.created().values())
				: List.of();
	}

	/**
	 * Applies the live changes of the file as it was last read.
	 * @param by the name of the operator
	 * @param dryRun whether to change nothing
	 * @return whether there are any
	 * @throws EhcacheXmlException if the file is invalid or cannot be applied; then
	 * nothing has changed
	 */
	public synchronized boolean apply(String by, boolean dryRun) {
		if (this.content.invalid() != null) {
			throw this.content.invalid();
		}
		EhcacheXml next = Objects.requireNonNull(this.content.declared());
		if (dryRun) {
			return changes(next).stream().anyMatch(ConfigurationChange::live);
		}
		EhcacheXml ran = this.manager.apply(next);
		List<ConfigurationChange> changes = Differences.between(ran, ran.changedTo(next),
				this.manager.created().values());
		if (changes.isEmpty()) {
			return false;
		}
		this.history.add(new Applied(this.clock.instant(), by, changes));
		LOG.info("Cache configuration applied by {}: {}", KeyText.quoted(by), text(changes));
		log();
		return true;
	}

	/**
	 * {@return the present state}
	 */
	public synchronized ConfigurationSnapshot snapshot() {
		read();
		EhcacheXmlException invalid = this.content.invalid();
		List<ConfigurationChange> changes = isWatched() ? changes(this.content.declared()) : List.of();
		State state = !isWatched() ? State.UNWATCHED
				: (invalid != null) ? State.INVALID : changes.isEmpty() ? State.IN_SYNC : State.PENDING;
		return new ConfigurationSnapshot(this.manager.declared().file().replaceAll(".*[/\\\\:]|]$", ""),
				this.mode.name().toLowerCase(Locale.ROOT), state, this.content.digest(), changes, predictions(changes),
				(invalid != null) ? invalid.problem() : null, (invalid != null) ? invalid.remedy() : null,
				this.history.stream().toList());
	}

	/** Returns the simulated figures of caches, as far as they are known. */
	private Map<String, Prediction> predictions(List<ConfigurationChange> changes) {
		Map<String, Prediction> predictions = new LinkedHashMap<>();
		Map<String, DeclaredCache> next = (this.content.declared() != null) ? this.content.declared().byName()
				: Map.of();
		for (EhCacheCache cache : this.manager.caches()) {
			DeclaredCache as = next.get(cache.getName());
			List<String> changed = changes.stream()
				.filter((change) -> change.live() && cache.getName().equals(change.cache()))
				.map(ConfigurationChange::attribute)
				.toList();
			if (as != null && !changed.isEmpty() && PREDICTABLE.containsAll(changed)) {
				WhatIf.Cell before = predicted(cache, cache.declared());
				WhatIf.Cell after = predicted(cache, as);
				if (before != null && after != null) {
					predictions.put(cache.getName(), new Prediction(before, after));
				}
			}
		}
		return predictions;
	}

	/** Returns the simulated figures of a cache with another capacity and TTL. */
	private static WhatIf.@Nullable Cell predicted(EhCacheCache cache, DeclaredCache as) {
		WhatIf whatIf = CacheSimulations.latest(cache);
		Long bytes = cache.declared().capacityBytes();
		// For a heap in bytes, the simulation has an estimated number of entries.
		long entries = (as.capacity() != null) ? as.capacity() : (bytes != null && as.capacityBytes() != null)
				? Math.round((double) whatIf.capacity() * as.capacityBytes() / bytes) : 0;
		return whatIf.predicted(entries, as.policy().ttl());
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

}
