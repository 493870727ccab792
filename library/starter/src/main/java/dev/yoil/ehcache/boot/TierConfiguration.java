package dev.yoil.ehcache.boot;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

import dev.yoil.ehcache.internal.cluster.DatabaseRegionTable;
import dev.yoil.ehcache.internal.region.LocalRegionTable;
import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.internal.tier.JsonCodecs;
import dev.yoil.ehcache.internal.tier.LocalTiers;
import dev.yoil.ehcache.internal.tier.RedisTier;
import dev.yoil.ehcache.internal.tier.SignedValues;
import dev.yoil.ehcache.internal.tier.TierDirectory;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.system.ApplicationHome;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Configuration of the tiers below the heap.
 */
@Configuration(proxyBeanMethods = false)
class TierConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class Codecs {

		@Bean
		@ConditionalOnBean(JsonMapper.class)
		JsonCodecs yoilCacheJsonCodecs(JsonMapper mapper) {
			return new JsonCodecs(mapper);
		}

	}

	/**
	 * Configuration of the off-heap and disk tiers, and of the versions of regions that a
	 * single instance needs for them.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnLocal.class)
	static class Local {

		@Bean
		LocalTiers yoilCacheLocalTiers(EhcacheXml declared, Environment environment, ListableBeanFactory beans,
				ObjectProvider<Regions> regions, ObjectProvider<TierDirectory> place) {
			// The regions need the tiers, and the first signature is needed later.
			Supplier<Regions> later = SingletonSupplier.of(regions::getObject);
			return new LocalTiers(declared,
					() -> environment.getProperty("spring.application.version", "") + build(beans),
					new SignedValues(SharedSecret.signatures(() -> later.get().version(RegionTable.SECRET),
							"values of the disk tier")),
					place.getIfAvailable(() -> TierDirectory.DECLARED));
		}

		/**
		 * Returns a checksum of the classes and jars of the application. Times would be
		 * the same in all reproducible builds, and other files of a folder are written by
		 * each build.
		 */
		private static String build(ListableBeanFactory beans) {
			CRC32C checksum = new CRC32C();
			try {
				for (Path entry : classPath(beans)) {
					try (Stream<Path> files = Files.walk(entry)) {
						for (Path file : files.filter((each) -> each.toString().matches(".*\\.(class|jar|war)"))
							.sorted()
							.toList()) {
							try (InputStream content = new CheckedInputStream(Files.newInputStream(file), checksum)) {
								content.transferTo(OutputStream.nullOutputStream());
							}
						}
					}
				}
				return "@" + checksum.getValue();
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot read the application's classes", ex);
			}
		}

		/** Returns the class path with the jars that a jar's manifest adds to it. */
		private static Set<Path> classPath(ListableBeanFactory beans) throws IOException {
			Set<Path> entries = new TreeSet<>();
			for (String name : beans.getBeanNamesForAnnotation(SpringBootConfiguration.class)) {
				File source = new ApplicationHome(beans.getType(name)).getSource();
				if (source != null) {
					entries.add(source.toPath().toAbsolutePath());
				}
			}
			for (String entry : StringUtils.tokenizeToStringArray(System.getProperty("java.class.path"),
					File.pathSeparator)) {
				entries.add(Path.of(entry).toAbsolutePath());
			}
			for (Path jar : entries.stream().filter((entry) -> entry.toString().endsWith(".jar")).toList()) {
				try (JarFile file = new JarFile(jar.toFile())) {
					Manifest manifest = file.getManifest();
					String more = (manifest != null) ? manifest.getMainAttributes().getValue(Name.CLASS_PATH) : null;
					for (String each : StringUtils.tokenizeToStringArray(more, " ")) {
						entries.add(Path.of(jar.toUri().resolve(each)));
					}
				}
			}
			entries.removeIf(Predicate.not(Files::exists));
			return entries;
		}

		@Bean
		@ConditionalOnMissingBean
		@DependsOnDatabaseInitialization
		Regions yoilCacheVersionedRegions(EhcacheXml declared, LocalTiers tiers,
				ObjectProvider<DatabaseRegionTable> database) {
			RegionAutoConfiguration.refuseCluster(declared);
			Regions regions = Regions
				.versioned(tiers.<RegionTable>versions(() -> usable(declared, database.getIfAvailable()),
						(file) -> (file != null) ? LocalRegionTable.open(file) : LocalRegionTable.inMemory()));
			regions.catchUp();
			return regions;
		}

		private static @Nullable RegionTable usable(EhcacheXml declared, @Nullable DatabaseRegionTable table) {
			if (table == null || !table.isPresent()) {
				return null;
			}
			String problem = table.problem();
			if (problem != null) {
				throw new EhcacheXmlException(declared, Objects.requireNonNull(declared.persistence()).line(), problem,
						DatabaseRegionTable.REMEDY);
			}
			table.createSecret();
			return table;
		}

	}

	/**
	 * Configuration of the shared tier in Redis.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisClient.class)
	@Conditional(OnShared.class)
	static class Shared {

		/**
		 * Different releases share no values, because they may derive different values
		 * from the same data. Errors do not contain the URL, which may contain a
		 * password.
		 */
		@Bean
		RedisTier yoilCacheSharedTier(EhcacheXml declared, Environment environment, Regions regions) {
			DeclaredCluster.Tier tier = Objects.requireNonNull(Objects.requireNonNull(declared.cluster()).tier());
			String release = environment.getProperty("spring.application.version", "");
			String url;
			try {
				url = environment.resolveRequiredPlaceholders(tier.url());
			}
			catch (IllegalArgumentException ex) {
				throw new EhcacheXmlException(declared, tier.line(),
						"the url of the shared tier has a placeholder without a value.",
						"Set it as a property or an environment variable, or write the URL itself.");
			}
			RedisTier opened;
			try {
				opened = new RedisTier(url, release.isEmpty() ? tier.prefix() : tier.prefix() + ":" + release,
						tier.timeout(), tier.retryAfter(), new SignedValues(SharedSecret
							.signatures(() -> regions.version(RegionTable.SECRET), "values of the shared tier")));
			}
			catch (IllegalArgumentException ex) {
				throw new EhcacheXmlException(declared, tier.line(), "the url of the shared tier is not a Redis URL.",
						"Write redis://host:6379, redis://user:password@host:6379/0, or rediss:// for TLS.");
			}
			opened.connect();
			return opened;
		}

		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(MeterBinder.class)
		static class Metrics {

			@Bean
			MeterBinder yoilCacheSharedTierMetrics(RedisTier tier) {
				return (registry) -> new Meters<>(registry, tier, Tags.empty())
					.gauge("cache.tier.available", "1 if the shared tier is connected, else 0.",
							(bound) -> bound.isAvailable() ? 1 : 0)
					.counter("cache.tier.failures",
							"Commands and connection attempts that the shared tier refused or that timed out.",
							RedisTier::failures)
					.timer("cache.tier.commands", "Duration of commands that the shared tier answered.",
							RedisTier::answers, RedisTier::answerNanos);
			}

		}

	}

	/** Matches if {@code ehcache.xml} has a cache with a local tier. */
	static final class OnLocal extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.caches().stream().anyMatch(DeclaredCache::isTiered);
		}

	}

	/** Matches if the cluster in {@code ehcache.xml} has a shared tier. */
	static final class OnShared extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.cluster() != null && declared.cluster().tier() != null;
		}

	}

}
