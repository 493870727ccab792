package dev.yoil.ehcache;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.TierUse;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.tier.Claim;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.TierValue;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.support.NullValue;
import org.springframework.core.ConfigurableObjectInputStream;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Has the loads of one cache look into the second tier before they ask their source, and
 * keep there what they got. Without a second tier they ask their source, and so they do
 * while this instance may have missed a change. Called by who loads, under no lock.
 * Thread-safe.
 */
final class TierLoads implements TierUse {

	private static final Logger LOG = LoggerFactory.getLogger(TierLoads.class);

	/** What has another name after each change has to go some time. */
	private static final Duration LONGEST_LIFE = Duration.ofDays(1);

	/** Of SHA-256; 128 bits are more than enough to tell keys apart. */
	private static final int NAME_BYTES = 16;

	/** By how many milliseconds clocks that are kept right may differ, and more. */
	private static final long CLOCKS_APART = 1_000;

	/** The answer where nobody was asked. */
	static final CompletableFuture<@Nullable Claim> NOTHING = CompletableFuture.completedFuture(null);

	/** How many characters of a key can be read in the second tier. */
	private static final int SHOWN = 100;

	private final String cache;

	private final KeyRegions keyRegions;

	private final Regions regions;

	private final EntryStore store;

	private final Freshness freshness;

	private final CacheCounters counters;

	private final AtomicBoolean complained = new AtomicBoolean();

	private volatile @Nullable Sharing sharing;

	TierLoads(String cache, KeyRegions keyRegions, Regions regions, EntryStore store, Freshness freshness,
			CacheCounters counters) {
		this.cache = cache;
		this.keyRegions = keyRegions;
		this.regions = regions;
		this.store = store;
		this.freshness = freshness;
		this.counters = counters;
	}

	@Override
	public void share(SecondTier tier, Collection<ValueCodec> codecs) {
		this.sharing = new Sharing(tier, List.copyOf(codecs));
	}

	/**
	 * Tells whether a load that begins now may use what another has read before it, by
	 * all this instance and the calling thread have heard.
	 */
	boolean isUsable() {
		return this.sharing != null && this.store.bypassed() == null && this.regions.isValid();
	}

	/**
	 * Looks for a value, or takes the right to store it. Does not wait.
	 * @return what came of it; {@link #NOTHING} if the source has to be asked
	 */
	CompletableFuture<@Nullable Claim> ask(Object key, Load load) {
		Sharing shared = this.sharing;
		// To wait would fail, and a source may not wait.
		boolean usable = load.isThroughTier() && !Thread.currentThread().isInterrupted();
		String name = (shared != null && usable) ? name(key) : null;
		if (shared == null || name == null) {
			return NOTHING;
		}
		return load.isRefresh() ? CompletableFuture.completedFuture(shared.tier().refresh(name))
				: shared.tier().claim(name);
	}

	/**
	 * Waits for what came of it, and takes it.
	 * @return the value; {@code null} if its source has to give it
	 */
	@Nullable Object await(CompletableFuture<@Nullable Claim> asked, Load load) throws Exception {
		if (asked == NOTHING) {
			return null;
		}
		TimeSpent.Span span = TimeSpent.begin(On.WAIT);
		Object found;
		try {
			found = take(asked.get(), load);
		}
		catch (InterruptedException ex) {
			CompletableFuture<Void> unused = asked.thenAccept(Claim::release);
			throw ex;
		}
		finally {
			span.end();
		}
		if (found != null) {
			CacheLookup.secondTier();
		}
		return found;
	}

	/**
	 * Takes what came of it, in the thread that is to ask the source.
	 * @return the value; {@code null} if its source has to give it
	 */
	@Nullable Object take(@Nullable Claim claim, Load load) {
		if (claim == null) {
			return null;
		}
		Object found = found(load, claim);
		if (found == null) {
			if (TransactionSynchronizationManager.isActualTransactionActive()) {
				// It may see less than what is committed by now.
				claim.release();
			}
			else {
				load.claim(claim);
			}
		}
		return found;
	}

	private @Nullable Object found(Load load, Claim claim) {
		try {
			byte[] bytes = claim.found();
			Sharing shared = this.sharing;
			TierValue value = (bytes != null) ? TierValue.of(bytes) : null;
			if (value != null && shared != null) {
				long readAt = this.freshness.time().ofWall(value.readAt());
				long madeAt = this.freshness.time().ofWall(value.madeAt());
				if (isPresent(readAt) && isPresent(madeAt) && timeLeft(readAt, madeAt) > 0) {
					Object found = shared.decoded(value);
					load.found(new StoredEntry(found, load.label(), readAt, madeAt));
					this.counters.tierHit();
					return found;
				}
			}
		}
		catch (RuntimeException | StackOverflowError ex) {
			complain("A value of cache '{}' in the shared tier cannot be read and is loaded: {}", ex);
		}
		if (!load.isRefresh()) {
			this.counters.tierMiss();
		}
		return null;
	}

	/**
	 * Tells whether a moment is not one to come: by the clock of another instance, it may
	 * be a little.
	 */
	private boolean isPresent(long moment) {
		return moment - this.freshness.now() <= CLOCKS_APART;
	}

	@Override
	public @Nullable Boolean isAvailable() {
		Sharing shared = this.sharing;
		return (shared != null) ? (Boolean) shared.tier().isAvailable() : null;
	}

	@Override
	public @Nullable Duration timeLeft(Object key) {
		Sharing shared = this.sharing;
		try {
			String name = (shared != null) ? nameOf(key) : null;
			return (shared != null && name != null) ? shared.tier().timeLeft(name).join() : null;
		}
		catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError ex) {
			return null;
		}
	}

	/**
	 * Makes what keeps a loaded value in the second tier.
	 * @return does that, without waiting; nothing if there is nothing to do
	 */
	Runnable keeping(Load load, Object value) {
		Sharing shared = this.sharing;
		if (shared == null || load.isFound() || load.claim() == Claim.NONE) {
			return load.claim()::release;
		}
		long now = this.freshness.now();
		long left = timeLeft(load.since(), now);
		if (left <= 0) {
			return load.claim()::release;
		}
		try {
			// Other instances know this one's wall clock only.
			ElapsedTime time = this.freshness.time();
			byte[] bytes = shared.encoded(value, time.toWall(load.since()), time.toWall(now)).toBytes();
			return () -> load.claim().store(bytes, Duration.ofMillis(Math.min(left, LONGEST_LIFE.toMillis())));
		}
		catch (RuntimeException | Error ex) {
			complain("A value of cache '{}' cannot be kept in the shared tier: {}", ex);
			return load.claim()::release;
		}
	}

	/**
	 * Sees to it that what the second tier has of some keys is not found any more, here
	 * or on any other instance.
	 * @param removal removes them here
	 */
	long forget(Collection<Object> keys, Supplier<Long> removal) {
		if (this.sharing == null || keys.isEmpty()) {
			return removal.get();
		}
		Set<String> belongTo = new HashSet<>();
		keys.forEach((key) -> belongTo.addAll(this.keyRegions.of(key)));
		return this.regions.announce(belongTo, removal);
	}

	/**
	 * Sees to it likewise of all keys.
	 */
	long forgetAll(Supplier<Long> removal) {
		return (this.sharing != null) ? this.regions.announce(this.keyRegions.ofAll(), removal) : removal.get();
	}

	private long timeLeft(long readAt, long madeAt) {
		return this.freshness.timeLeft(readAt, Math.min(madeAt, this.freshness.now()));
	}

	/**
	 * Names a key and the state that its value is about to be read from. To be asked
	 * after the load was entered: a change that is heard of between the two voids it.
	 * @return {@code null} if the value cannot be shared
	 */
	private @Nullable String name(Object key) {
		try {
			return nameOf(key);
		}
		catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError ex) {
			complain(
					"Cache '{}' cannot share values whose keys are not Serializable with all that makes them equal: {}",
					ex);
			return null;
		}
	}

	private @Nullable String nameOf(Object key) throws IOException, ClassNotFoundException {
		Set<String> belongsTo = new HashSet<>(this.keyRegions.of(key));
		belongsTo.addAll(this.keyRegions.ofAll());
		String state = this.regions.state(belongsTo);
		if (state == null) {
			return null;
		}
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			digest.update(state.getBytes(StandardCharsets.UTF_8));
			digest.update(serialized(key));
			return TierValue.FORMAT + ":" + this.cache + ":" + KeyText.cut(KeyText.of(key), SHOWN) + ":"
					+ HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), NAME_BYTES));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	/**
	 * Unlike the text of a key, it is another for each that is not equal.
	 * @throws InvalidObjectException if something that makes it equal is missing
	 */
	private static byte[] serialized(Object key) throws IOException, ClassNotFoundException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
			out.writeObject(key);
		}
		try (ObjectInputStream in = new ConfigurableObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()),
				key.getClass().getClassLoader())) {
			if (!key.equals(in.readObject())) {
				throw new InvalidObjectException(key.getClass() + " is not equal to what is serialized of it");
			}
		}
		return bytes.toByteArray();
	}

	private void complain(String what, Throwable ex) {
		this.counters.tierRefusal();
		if (this.complained.compareAndSet(false, true)) {
			LOG.warn(what, this.cache, ex.toString());
		}
	}

	/**
	 * With what values are shared.
	 */
	private record Sharing(SecondTier tier, List<ValueCodec> codecs) {

		TierValue encoded(Object value, long readAt, long madeAt) {
			if (value == NullValue.INSTANCE) {
				return new TierValue("", readAt, madeAt, new byte[0]);
			}
			RuntimeException refusal = new IllegalArgumentException(
					"No method that loads it declares to return " + value.getClass().getName());
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

		Object decoded(TierValue value) {
			if (value.kind().isEmpty()) {
				return NullValue.INSTANCE;
			}
			return this.codecs.stream()
				.filter((candidate) -> candidate.name().equals(value.kind()))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("No codec is named " + value.kind()))
				.decode(value.bytes());
		}

	}

}
