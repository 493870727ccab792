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
import dev.yoil.ehcache.internal.cluster.RegionTableLayout;
import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.internal.tier.SignedValues;
import dev.yoil.ehcache.internal.tier.TierDirectory;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
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
 * Configuration of the off-heap and disk tiers, and of the versions of regions that a
 * single instance needs for them.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(LocalTierConfiguration.Declared.class)
class LocalTierConfiguration {

	@Bean
	LocalTiers yoilCacheLocalTiers(EhcacheXml declared, Environment environment, ListableBeanFactory beans,
			ObjectProvider<Regions> regions, ObjectProvider<TierDirectory> place) {
		// The regions need the tiers, and the first signature is needed later.
		Supplier<Regions> later = SingletonSupplier.of(regions::getObject);
		return new LocalTiers(declared, () -> environment.getProperty("spring.application.version", "") + build(beans),
				new SignedValues(SharedSecret.signatures(() -> later.get().version(RegionTable.SECRET),
						"values of the disk tier")),
				place.getIfAvailable(() -> TierDirectory.DECLARED));
	}

	/**
	 * Returns a checksum of the classes and jars of the application. Times would be the
	 * same in all reproducible builds, and other files of a folder are written by each
	 * build.
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
		Regions regions = Regions.versioned(tiers.versions(() -> usable(declared, database.getIfAvailable())));
		regions.catchUp();
		return regions;
	}

	private static @Nullable RegionTable usable(EhcacheXml declared, @Nullable DatabaseRegionTable table) {
		if (table == null || !table.layout().isPresent()) {
			return null;
		}
		String problem = table.layout().problem();
		if (problem != null) {
			throw new EhcacheXmlException(declared, Objects.requireNonNull(declared.persistence()).line(), problem,
					RegionTableLayout.REMEDY);
		}
		table.createSecret();
		return table;
	}

	/** Matches if {@code ehcache.xml} has a cache with a local tier. */
	static final class Declared extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.caches().stream().anyMatch(DeclaredCache::isTiered);
		}

	}

}
