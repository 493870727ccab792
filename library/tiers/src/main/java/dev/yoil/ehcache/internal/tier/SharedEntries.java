package dev.yoil.ehcache.internal.tier;

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

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.internal.tier.LastAccesses.Access;
import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.support.NullValue;
import org.springframework.core.serializer.DefaultDeserializer;
import org.springframework.core.serializer.DefaultSerializer;

/**
 * The entries of one cache in the tiers behind the heap: their names, and their values as
 * bytes. A key or value that cannot be converted is counted, logged once, and not stored
 * there. Thread-safe.
 */
public final class SharedEntries implements LowerLevel {

	private static final Logger LOG = LoggerFactory.getLogger(SharedEntries.class);

	/** The name of the level that instances share. */
	private static final String SHARED = "SHARED";

	/** Bytes of SHA-256 in a name; 128 bits are enough to tell keys apart. */
	private static final int DIGEST_BYTES = 16;

	/** Characters of a key that a name shows. */
	private static final int SHOWN = 100;

	/** Values get a new name after each change, so old ones have to expire. */
	private static final Duration LONGEST_LIFE = Duration.ofDays(1);

	/** By how much later the heap may have a value that was encoded for a tier before. */
	private static final long ENCODING_MILLIS = 1_000;

	private final String cache;

	private final Function<Object, @Nullable String> state;

	private final Runnable refusals;

	private final List<LocalTier> local;

	private final @Nullable SecondTier shared;

	private final List<ValueCodec> codecs;

	private final LastAccesses accesses = new LastAccesses();

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Creates the entries of a cache. Keys must be {@link java.io.Serializable}.
	 * @param state names the state of the regions of a key; {@code null} if it is unknown
	 * @param refusals counts a key or value that cannot be converted
	 * @param local the tiers on this machine, in the order in which loads ask them
	 * @param shared the tier that instances share, which loads ask last; {@code null} for
	 * none
	 * @param codecs the codecs of the values
	 */
	public SharedEntries(String cache, Function<Object, @Nullable String> state, Runnable refusals,
			List<LocalTier> local, @Nullable SecondTier shared, Collection<ValueCodec> codecs) {
		this.cache = cache;
		this.state = state;
		this.refusals = refusals;
		this.local = List.copyOf(local);
		this.shared = shared;
		this.codecs = List.copyOf(codecs);
	}

	@Override
	public @Nullable Boolean isAvailable() {
		return (this.shared != null) ? (Boolean) this.shared.isAvailable() : null;
	}

	@Override
	public List<LevelStatistics> statistics() {
		return this.local.stream().map(LocalTier::statistics).toList();
	}

	@Override
	public List<String> levelsOf(Object key) {
		String name = this.local.isEmpty() ? null : known(key);
		return (name != null) ? this.local.stream().filter((tier) -> tier.contains(name)).map(LocalTier::level).toList()
				: List.of();
	}

	@Override
	public void leftHeap(Object key, long accessedAt, long madeAt) {
		String name = known(key);
		if (name != null) {
			this.accesses.add(name, new Access(accessedAt, madeAt));
		}
	}

	@Override
	public @Nullable CompletableFuture<Answer> ask(Object key, boolean replacing, Predicate<Times> fresh) {
		try {
			String name = name(key);
			return (name != null) ? ask(name, replacing, this.accesses.of(name), fresh) : null;
		}
		catch (IOException | GeneralSecurityException | RuntimeException | StackOverflowError ex) {
			refused("Cache '{}' cannot keep a value in a tier: its key must be equal to itself after serialization: {}",
					ex);
			return null;
		}
	}

	private CompletableFuture<Answer> ask(String name, boolean replacing, @Nullable Access access,
			Predicate<Times> fresh) {
		byte[] expired = null;
		for (int i = 0; i < this.local.size() && !replacing; i++) {
			LocalTier tier = this.local.get(i);
			byte[] found = tier.get(name);
			if (found != null && isFresh(found, access, fresh)) {
				tier.counted(true);
				this.local.subList(0, i).forEach((upper) -> upper.put(name, found));
				return CompletableFuture
					.completedFuture(new TiersAnswer(name, tier.level(), found, access, TierLease.NONE));
			}
			tier.counted(false);
			expired = (found != null) ? found : expired;
		}
		byte[] servable = expired;
		CompletableFuture<TierLease> lowest = CompletableFuture.completedFuture(TierLease.NONE);
		if (this.shared != null) {
			lowest = replacing ? CompletableFuture.completedFuture(this.shared.refresh(name)) : this.shared.claim(name);
		}
		return lowest.thenApply((lease) -> (this.local.isEmpty() && lease == TierLease.NONE) ? Answer.NONE
				: new TiersAnswer(name, SHARED, servable, access, lease));
	}

	private static boolean isFresh(byte[] value, @Nullable Access access, Predicate<Times> fresh) {
		try {
			return fresh.test(times(TierValue.of(value), access));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/** The access of a later value, which a transaction has loaded, does not count. */
	private static Times times(TierValue value, @Nullable Access access) {
		long accessedAt = (access != null && access.madeAt() - value.madeAt() <= ENCODING_MILLIS) ? access.at() : 0;
		return new Times(value.codec().isEmpty(), value.readAt(), value.madeAt(), accessedAt);
	}

	private TierValue encode(Object value, Times times) {
		if (value == NullValue.INSTANCE) {
			return new TierValue("", times.readAt(), times.madeAt(), new byte[0]);
		}
		RuntimeException refusal = new IllegalArgumentException(
				"No @Cacheable method declares the return type " + value.getClass().getName());
		for (ValueCodec codec : this.codecs) {
			if (codec.encodes(value)) {
				try {
					return new TierValue(codec.name(), times.readAt(), times.madeAt(), codec.encode(value));
				}
				catch (RuntimeException ex) {
					// It may be of another list's type.
					refusal = ex;
				}
			}
		}
		throw refusal;
	}

	private Object decode(TierValue value) {
		if (value.codec().isEmpty()) {
			return NullValue.INSTANCE;
		}
		return this.codecs.stream()
			.filter((candidate) -> candidate.name().equals(value.codec()))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unknown codec " + value.codec()))
			.decode(value.bytes());
	}

	private void refused(String message, Throwable ex) {
		this.refusals.run();
		if (this.warned.compareAndSet(false, true)) {
			LOG.warn(message, this.cache, Causes.text(ex));
		}
	}

	/** Returns the name of a key, {@code null} if it has none. */
	private @Nullable String known(Object key) {
		try {
			return name(key);
		}
		catch (IOException | GeneralSecurityException | RuntimeException | StackOverflowError ex) {
			LOG.debug("The tiers do not know of a key of cache '{}'", this.cache, ex);
			return null;
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

	/** The answers of all tiers. */
	private final class TiersAnswer implements Answer {

		private final String name;

		private final String level;

		private final byte @Nullable [] local;

		private final @Nullable Access access;

		private final TierLease lease;

		/**
		 * Creates an answer.
		 * @param level the tier that has a fresh value, else the shared one
		 * @param local the value of a local tier, perhaps an expired one
		 * @param access the last access of the key by this process
		 * @param lease the answer of the shared tier, which has precedence unless its
		 * value is older
		 */
		TiersAnswer(String name, String level, byte @Nullable [] local, @Nullable Access access, TierLease lease) {
			this.name = name;
			this.level = level;
			this.local = local;
			this.access = access;
			this.lease = lease;
		}

		@Override
		public @Nullable Found found() {
			try {
				TierValue value = value();
				return (value != null) ? new Found(decode(value), times(value, this.access), this.level) : null;
			}
			catch (RuntimeException | StackOverflowError ex) {
				refused("Cache '{}' cannot read a value of a tier, and loads it: {}", ex);
				return null;
			}
		}

		private @Nullable TierValue value() {
			TierValue own = (this.local != null) ? TierValue.of(this.local) : null;
			byte[] bytes = this.lease.found();
			if (bytes == null) {
				return own;
			}
			TierValue shared = TierValue.of(bytes);
			if (own != null && own.madeAt() > shared.madeAt()) {
				return own;
			}
			SharedEntries.this.local.forEach((tier) -> tier.put(this.name, bytes));
			return shared;
		}

		@Override
		public Runnable storing(Object value, Times times, Duration timeToLive) {
			try {
				byte[] bytes = encode(value, times).toBytes();
				Duration limited = (timeToLive.compareTo(LONGEST_LIFE) < 0) ? timeToLive : LONGEST_LIFE;
				return () -> {
					SharedEntries.this.local.forEach((tier) -> tier.put(this.name, bytes));
					this.lease.store(bytes, limited);
				};
			}
			catch (RuntimeException | Error ex) {
				refused("Cache '{}' cannot store a value in a tier: {}", ex);
				return this::remove;
			}
		}

		@Override
		public void remove() {
			SharedEntries.this.local.forEach((tier) -> tier.remove(this.name));
			this.lease.remove();
		}

		@Override
		public void release() {
			this.lease.release();
		}

	}

}
