package dev.yoil.ehcache.internal;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.tier.LastAccesses;
import dev.yoil.ehcache.internal.tier.LastAccesses.Access;
import dev.yoil.ehcache.internal.tier.Level;
import dev.yoil.ehcache.internal.tier.LevelStatistics;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.TierLease;
import dev.yoil.ehcache.internal.tier.TierValue;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.support.NullValue;
import org.springframework.core.serializer.DefaultDeserializer;
import org.springframework.core.serializer.DefaultSerializer;

/**
 * The entries of one cache in the tiers behind the heap: their names, and their values as
 * bytes. Without such a tier there are none. A key or value that cannot be converted is
 * counted, logged once, and not stored there. Thread-safe.
 */
public final class SharedEntries {

	private static final Logger LOG = LoggerFactory.getLogger(SharedEntries.class);

	/** Bytes of SHA-256 in a name; 128 bits are enough to tell keys apart. */
	private static final int DIGEST_BYTES = 16;

	/** Characters of a key that a name shows. */
	private static final int SHOWN = 100;

	private final String cache;

	private final Function<Object, @Nullable String> state;

	private final Fresh fresh;

	private final CacheCounters counters;

	private final LastAccesses accesses = new LastAccesses();

	private final AtomicBoolean warned = new AtomicBoolean();

	private volatile @Nullable Sharing sharing;

	/**
	 * Creates the entries of a cache that is not shared yet.
	 * @param state names the state of the regions of a key; {@code null} if it is unknown
	 * @param fresh tells whether a value of a key has not expired
	 */
	public SharedEntries(String cache, Function<Object, @Nullable String> state, Fresh fresh, CacheCounters counters) {
		this.cache = cache;
		this.state = state;
		this.fresh = fresh;
		this.counters = counters;
	}

	/**
	 * Keeps values in tiers from now on. Keys must be {@link java.io.Serializable}.
	 * @param local the tiers on this machine, in the order in which loads ask them
	 * @param shared the tier that instances share, which loads ask last; {@code null} for
	 * none
	 * @param codecs the codecs of the values
	 */
	public void share(List<LocalTier> local, @Nullable SecondTier shared, Collection<ValueCodec> codecs) {
		this.sharing = new Sharing(List.copyOf(local), shared, List.copyOf(codecs));
	}

	private boolean isFresh(Object key, byte[] value, @Nullable Access access) {
		try {
			return this.fresh.test(key, TierValue.of(value), access);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/**
	 * {@return whether there is a second tier}
	 */
	public boolean isShared() {
		return this.sharing != null;
	}

	/**
	 * {@return whether the shared tier works, as far as is known; {@code null} if there
	 * is none}
	 */
	public @Nullable Boolean isAvailable() {
		Sharing shared = this.sharing;
		return (shared != null && shared.shared() != null) ? (Boolean) shared.shared().isAvailable() : null;
	}

	/**
	 * {@return the statistics of the local tiers, in the order in which loads ask them}
	 */
	public List<LevelStatistics> levels() {
		Sharing shared = this.sharing;
		return (shared != null) ? shared.local().stream().map(LocalTier::statistics).toList() : List.of();
	}

	/**
	 * {@return the local tiers that have a value of a key, without counting as access}
	 */
	public List<Level> levels(Object key) {
		Sharing shared = this.sharing;
		if (shared == null || shared.local().isEmpty()) {
			return List.of();
		}
		try {
			String name = name(key);
			return (name != null)
					? shared.local().stream().filter((tier) -> tier.contains(name)).map(LocalTier::level).toList()
					: List.of();
		}
		catch (IOException | GeneralSecurityException | RuntimeException | StackOverflowError ex) {
			return List.of();
		}
	}

	/**
	 * Returns how long the value of a key has left in the shared tier, without counting
	 * as access.
	 * @return {@code null} if there is no value, or no answer
	 */
	public @Nullable Duration timeLeft(Object key) {
		Sharing shared = this.sharing;
		try {
			String name = (shared != null) ? name(key) : null;
			return (shared != null && shared.shared() != null && name != null) ? shared.shared().timeLeft(name).join()
					: null;
		}
		catch (IOException | GeneralSecurityException | RuntimeException | StackOverflowError ex) {
			return null;
		}
	}

	/**
	 * Looks for the value of a key, or takes the right to store it. Does not wait. Call
	 * it after the load was entered: a change of the regions in between voids the load.
	 * @param refresh whether to take the right without a look
	 * @return {@code null} if the key cannot be shared now
	 */
	public @Nullable CompletableFuture<TierLease> claim(Object key, boolean refresh) {
		Sharing shared = this.sharing;
		try {
			String name = (shared != null) ? name(key) : null;
			if (shared != null && name != null) {
				Access access = this.accesses.of(name);
				return shared.claim(name, refresh, access, (value) -> isFresh(key, value, access));
			}
		}
		catch (IOException | GeneralSecurityException | RuntimeException | StackOverflowError ex) {
			refused("Cache '{}' cannot keep a value in a tier: its key must be equal to itself after serialization: {}",
					ex);
		}
		return null;
	}

	/**
	 * Remembers the last access of a value that has left the heap.
	 */
	public void leftHeap(Object key, Access access) {
		try {
			String name = isShared() ? name(key) : null;
			if (name != null) {
				this.accesses.add(name, access);
			}
		}
		catch (IOException | GeneralSecurityException | RuntimeException | StackOverflowError ex) {
			LOG.debug("The tiers do not know of a key of cache '{}'", this.cache, ex);
		}
	}

	/**
	 * Decodes the value that was found.
	 * @return {@code null} if none was found, or it cannot be read
	 */
	public @Nullable Found found(TierLease lease) {
		Sharing shared = this.sharing;
		try {
			byte[] bytes = lease.found();
			if (bytes != null && shared != null) {
				TierValue value = TierValue.of(bytes);
				return new Found(shared.decode(value), value.readAt(), value.madeAt());
			}
		}
		catch (RuntimeException | StackOverflowError ex) {
			refused("Cache '{}' cannot read a value of a tier, and loads it: {}", ex);
		}
		return null;
	}

	/**
	 * Encodes a loaded value.
	 * @param readAt when the load began, in milliseconds since the epoch
	 * @param madeAt when it ended, in milliseconds since the epoch
	 * @return {@code null} if the value cannot be encoded
	 */
	public byte @Nullable [] encode(Object value, long readAt, long madeAt) {
		Sharing shared = this.sharing;
		try {
			return (shared != null) ? shared.encode(value, readAt, madeAt).toBytes() : null;
		}
		catch (RuntimeException | Error ex) {
			refused("Cache '{}' cannot store a value in a tier: {}", ex);
			return null;
		}
	}

	private void refused(String message, Throwable ex) {
		this.counters.tierRefusal();
		if (this.warned.compareAndSet(false, true)) {
			LOG.warn(message, this.cache, Causes.text(ex));
		}
	}

	private @Nullable String name(Object key) throws IOException, GeneralSecurityException {
		String now = this.state.apply(key);
		if (now == null) {
			return null;
		}
		MessageDigest digest = MessageDigest.getInstance("SHA-256");
		digest.update(now.getBytes(StandardCharsets.UTF_8));
		digest.update(serialized(key));
		return TierValue.FORMAT + ":" + this.cache + ":" + KeyText.cut(KeyText.of(key), SHOWN) + ":"
				+ HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
	}

	/**
	 * Serializes a key. Its text would not do: keys that are not equal may have the same.
	 */
	private static byte[] serialized(Object key) throws IOException {
		byte[] bytes = new DefaultSerializer().serializeToByteArray(key);
		ClassLoader classes = key.getClass().getClassLoader();
		if (!key.equals(new DefaultDeserializer(classes).deserializeFromByteArray(bytes))) {
			throw new InvalidObjectException(key.getClass() + " is not equal to itself after serialization");
		}
		return bytes;
	}

	/**
	 * A value that another load has stored.
	 *
	 * @param value the value in the form in which Spring stores it
	 * @param readAt when the load began, in milliseconds since the epoch
	 * @param madeAt when it ended, in milliseconds since the epoch
	 */
	public record Found(Object value, long readAt, long madeAt) {
	}

	/** A test whether a value of a key has not expired. */
	@FunctionalInterface
	public interface Fresh {

		/**
		 * Tests a value.
		 * @param access the last access of the key by this process; {@code null} if it
		 * does not know
		 */
		boolean test(Object key, TierValue value, @Nullable Access access);

	}

	private record Sharing(List<LocalTier> local, @Nullable SecondTier shared, List<ValueCodec> codecs) {

		CompletableFuture<TierLease> claim(String name, boolean refresh, @Nullable Access access,
				Predicate<byte[]> fresh) {
			byte[] expired = null;
			for (int i = 0; i < this.local.size() && !refresh; i++) {
				LocalTier tier = this.local.get(i);
				byte[] found = tier.get(name);
				if (found != null && fresh.test(found)) {
					tier.counted(true);
					this.local.subList(0, i).forEach((upper) -> upper.put(name, found));
					return CompletableFuture.completedFuture(
							new LevelsLease(name, this.local, tier.level(), found, access, TierLease.NONE));
				}
				tier.counted(false);
				expired = (found != null) ? found : expired;
			}
			byte[] servable = expired;
			CompletableFuture<TierLease> lowest = CompletableFuture.completedFuture(TierLease.NONE);
			if (this.shared != null) {
				lowest = refresh ? CompletableFuture.completedFuture(this.shared.refresh(name))
						: this.shared.claim(name);
			}
			return lowest.thenApply((lease) -> (this.local.isEmpty() && lease == TierLease.NONE) ? lease
					: new LevelsLease(name, this.local, null, servable, access, lease));
		}

		TierValue encode(Object value, long readAt, long madeAt) {
			if (value == NullValue.INSTANCE) {
				return new TierValue("", readAt, madeAt, new byte[0]);
			}
			RuntimeException refusal = new IllegalArgumentException(
					"No @Cacheable method declares the return type " + value.getClass().getName());
			for (ValueCodec codec : this.codecs) {
				if (codec.encodes(value)) {
					try {
						return new TierValue(codec.name(), readAt, madeAt, codec.encode(value));
					}
					catch (RuntimeException ex) {
						// It may be of another list's type.
						refusal = ex;
					}
				}
			}
			throw refusal;
		}

		Object decode(TierValue value) {
			if (value.codec().isEmpty()) {
				return NullValue.INSTANCE;
			}
			return this.codecs.stream()
				.filter((candidate) -> candidate.name().equals(value.codec()))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("Unknown codec " + value.codec()))
				.decode(value.bytes());
		}

	}

	/**
	 * The answers of all tiers.
	 *
	 * @param local the tiers that store a value which the shared one has, or which is
	 * loaded
	 * @param level the tier whose value is fresh; {@code null} for none
	 * @param found the value of a local tier, perhaps an expired one
	 * @param access the last access of the key by this process
	 * @param shared the answer of the shared tier, which has precedence unless its value
	 * is older
	 */
	@SuppressWarnings("ArrayRecordComponent") // never compared
	private record LevelsLease(String name, List<LocalTier> local, @Nullable Level level, byte @Nullable [] found,
			@Nullable Access access, TierLease shared) implements TierLease {

		@Override
		public byte @Nullable [] found() {
			byte[] value = this.shared.found();
			if (value == null || (this.found != null && isLater(this.found, value))) {
				return this.found;
			}
			this.local.forEach((tier) -> tier.put(this.name, value));
			return value;
		}

		private static boolean isLater(byte[] one, byte[] other) {
			return TierValue.of(one).madeAt() > TierValue.of(other).madeAt();
		}

		@Override
		public void store(byte[] value, Duration timeToLive) {
			this.local.forEach((tier) -> tier.put(this.name, value));
			this.shared.store(value, timeToLive);
		}

		@Override
		public void remove() {
			this.local.forEach((tier) -> tier.remove(this.name));
			this.shared.remove();
		}

		@Override
		public void release() {
			this.shared.release();
		}

	}

}
