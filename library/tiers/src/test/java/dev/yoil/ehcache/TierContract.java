package dev.yoil.ehcache;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.MapTier;
import dev.yoil.ehcache.internal.tier.OffHeapTier;
import dev.yoil.ehcache.internal.tier.RedisTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.TestSignatures;
import dev.yoil.support.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An instance with one kind of tier, for tests of what each kind promises.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
abstract class TierContract extends TierInstance {

	private static RedisProcess process;

	private static RedisClient client;

	private static RedisCommands<String, String> redis;

	private static RedisTier redisTier;

	@TempDir
	private Path folder;

	@Parameter
	Level level;

	private final Map<String, byte[]> values = new ConcurrentHashMap<>();

	private @Nullable LocalTier local;

	@BeforeParameterizedClassInvocation
	static void start(Level level) throws IOException {
		if (level == Level.REDIS) {
			process = new RedisProcess();
			client = RedisClient.create(process.url());
			redis = client.connect().sync();
			redisTier = connected();
		}
	}

	private static RedisTier connected() {
		RedisTier tier = new RedisTier(process.url(), "test", Duration.ofSeconds(10), Duration.ofMillis(50),
				TestSignatures.of("secret"));
		tier.connect();
		return tier;
	}

	@AfterParameterizedClassInvocation
	static void end(Level level) {
		if (level == Level.REDIS) {
			redisTier.close();
			client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
			process.close();
		}
	}

	@AfterEach
	void empty() {
		if (this.level != Level.REDIS) {
			closeTier();
		}
		else {
			redis.configSet("maxmemory", "0");
			redis.flushall();
			if (!redisTier.isAvailable()) {
				redisTier = connected();
			}
		}
	}

	@Override
	List<LocalTier> local() {
		switch (this.level) {
			case MAP -> this.local = new MapTier(this.values, "build");
			case OFF_HEAP -> this.local = (this.local != null) ? this.local : new OffHeapTier(4 << 20, "build");
			case DISK -> {
				closeTier();
				this.local = new DiskTier(this.folder, 8 << 20, "build", TestSignatures.of("secret"));
			}
			case REDIS -> {
				return List.of();
			}
		}
		return List.of(this.local);
	}

	@Override
	@Nullable SecondTier shared() {
		return (this.level == Level.REDIS) ? redisTier : null;
	}

	/** Lets the tier refuse large values, or accept all that follow. */
	final void fill(boolean full) {
		if (this.local instanceof MapTier map) {
			map.full = full;
		}
		else if (this.level == Level.REDIS) {
			// Redis runs the commands of a connection in order.
			redisTier.claim("unused").join().release();
			redis.configSet("maxmemory", full ? "1" : "0");
		}
	}

	/** Changes the bytes of all values. */
	final void damage() throws IOException {
		switch (this.level) {
			case MAP -> this.values.replaceAll((name, value) -> new byte[] { 1 });
			case REDIS -> redis.keys("*").forEach((key) -> redis.set(key, "Vdamaged"));
			case DISK -> {
				closeTier();
				try (RandomAccessFile file = new RandomAccessFile(this.folder.resolve("00000001.seg").toFile(), "rw")) {
					file.seek(file.length() - 1);
					int last = file.read();
					file.seek(file.length() - 1);
					file.write(last + 1);
				}
			}
			// No other process can write there.
			case OFF_HEAP -> closeTier();
		}
	}

	final void closeTier() {
		if (this.level == Level.REDIS) {
			redisTier.close();
		}
		else if (this.local != null) {
			this.local.close();
			this.local = null;
		}
	}

	enum Level {

		MAP, OFF_HEAP, DISK, REDIS

	}

}
