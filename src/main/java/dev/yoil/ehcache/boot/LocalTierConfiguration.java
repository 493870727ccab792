package dev.yoil.ehcache.boot;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.cluster.DatabaseRegionTable;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.system.ApplicationHome;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Configuration of the off-heap and disk tiers, and of the versions of regions that a
 * single instance needs for them.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(LocalTierConfiguration.Declared.class)
class LocalTierConfiguration {

	@Bean
	LocalTiers yoilCacheLocalTiers(EhcacheXml declared, Environment environment, ListableBeanFactory beans) {
		return new LocalTiers(declared, environment.getProperty("spring.application.version", "") + build(beans));
	}

	/**
	 * Returns a checksum of the application's jar or classes. Times are equal in all
	 * reproducible builds. Other files may change with each build.
	 */
	private static String build(ListableBeanFactory beans) {
		CRC32C checksum = new CRC32C();
		for (String name : beans.getBeanNamesForAnnotation(SpringBootConfiguration.class)) {
			File source = new ApplicationHome(beans.getType(name)).getSource();
			try (Stream<Path> files = (source != null) ? Files.walk(source.toPath()) : Stream.empty()) {
				for (Path file : files.filter((each) -> each.toString().matches(".*\\.(class|jar|war)"))
					.sorted()
					.toList()) {
					try (InputStream content = new CheckedInputStream(Files.newInputStream(file), checksum)) {
						content.transferTo(OutputStream.nullOutputStream());
					}
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot read the application's files in " + source, ex);
			}
		}
		return "@" + checksum.getValue();
	}

	@Bean
	@ConditionalOnMissingBean
	@DependsOnDatabaseInitialization
	Regions yoilCacheVersionedRegions(LocalTiers tiers, ObjectProvider<DatabaseRegionTable> database) {
		Regions regions = Regions.versioned(tiers.versions(() -> usable(database.getIfAvailable())));
		regions.catchUp();
		return regions;
	}

	private static @Nullable RegionTable usable(@Nullable DatabaseRegionTable table) {
		if (table == null || !table.isPresent()) {
			return null;
		}
		table.createSecret();
		return table;
	}

	/**
	 * Configuration of versions that are committed with the data.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ JdbcTemplate.class, DataSourceAutoConfiguration.class })
	@ConditionalOnSingleCandidate(DataSource.class)
	@ConditionalOnMissingBean(DatabaseRegionTable.class)
	static class Database {

		@Bean
		DatabaseRegionTable yoilCacheRegionTable(DataSource dataSource) {
			return new DatabaseRegionTable(dataSource);
		}

		@Bean
		TransactionExecutionListener yoilCacheLastBeforeCommit() {
			return TransactionWork.lastBeforeCommit();
		}

	}

	/** Matches if {@code ehcache.xml} has a cache with a local tier. */
	static final class Declared extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.caches().stream().anyMatch(DeclaredCache::isTiered);
		}

	}

}
