package dev.yoil.architecture;

import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.yoil.architecture.planted.ExposesAnInternalType;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The library's public API: public types outside of packages named {@code internal}.
 */
class PublicApiTests {

	private static final JavaClasses LIBRARY = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages("dev.yoil.ehcache", "dev.yoil.representation");

	@Test
	void isSmall() {
		assertThat(api().filter((type) -> !type.isAnnotatedWith(AutoConfiguration.class))
			.map((type) -> type.getName().substring("dev.yoil.".length()))).containsExactlyInAnyOrder(
					"ehcache.BulkOperations", "ehcache.CacheEntry", "ehcache.CacheLookup", "ehcache.CachedValue",
					"ehcache.EhCacheCache", "ehcache.EhCacheCacheManager", "ehcache.LoadTimeoutException",

					"ehcache.boot.CacheRefresh", "ehcache.boot.CacheWarmup",

					"ehcache.inspect.RecordedEvents",

					"ehcache.policy.CachePolicy", "ehcache.policy.Expiry", "ehcache.policy.ExpiryCause",
					"ehcache.policy.LoadFailures", "ehcache.policy.Until", "ehcache.policy.ValueExpiry",
					"ehcache.policy.ValueLimits",

					"ehcache.region.RegionIncrement", "ehcache.region.RegionKey", "ehcache.region.RegionRead",
					"ehcache.region.RegionReader", "ehcache.region.RegionTable", "ehcache.region.RegionVersion",
					"ehcache.region.Regions",

					"ehcache.spi.CacheListener", "ehcache.spi.CacheListenerFactory", "ehcache.spi.CacheValidity",
					"ehcache.spi.HitSampler", "ehcache.spi.LevelStatistics", "ehcache.spi.LoadOrigin",
					"ehcache.spi.LowerLevel", "ehcache.spi.Validity", "ehcache.spi.ValueText", "ehcache.spi.WriteGate",

					"ehcache.statistics.Bypass", "ehcache.statistics.CacheStatistics", "ehcache.statistics.Removal",
					"ehcache.statistics.RemovalCause",

					"ehcache.tier.ValueCodec",

					"ehcache.xml.CacheTemplate", "ehcache.xml.DeclaredCache", "ehcache.xml.DeclaredCluster",
					"ehcache.xml.EhcacheXml", "ehcache.xml.EhcacheXmlException",

					"representation.Brotli", "representation.ContentCoding", "representation.KeyedByUri",
					"representation.Representation", "representation.RepresentationBytes",
					"representation.RepresentationReturnValueHandler", "representation.RepresentationWriter",
					"representation.Representations", "representation.SentAs", "representation.Stopwatch",
					"representation.cached.ResponseHeaders");
	}

	@Test
	void exposesNoInternalType() {
		assertThat(api().flatMap(PublicApiTests::exposed).filter(PublicApiTests::isInternal)).isEmpty();
		assertThat(exposed(new ClassFileImporter().importClass(ExposesAnInternalType.class))
			.filter(PublicApiTests::isInternal)).hasSize(1);
	}

	private static Stream<JavaClass> api() {
		return LIBRARY.stream().filter((type) -> type.isTopLevelClass() && isPublic(type) && !isInternal(type));
	}

	private static boolean isPublic(JavaClass type) {
		return type.getModifiers().contains(JavaModifier.PUBLIC) && !type.getSimpleName().equals("package-info");
	}

	private static boolean isInternal(JavaClass type) {
		return type.getPackageName().contains(".internal");
	}

	/**
	 * Returns the types in the visible signatures of a type, except those that it owes to
	 * the library's own modules.
	 */
	private static Stream<JavaClass> exposed(JavaClass type) {
		Stream<JavaType> fields = type.getFields()
			.stream()
			.filter((field) -> isSeen(type, field))
			.map(JavaField::getType);
		Stream<JavaType> methods = type.getCodeUnits()
			.stream()
			.filter((method) -> isSeen(type, method) && !isOfSpi(type, method))
			.flatMap(PublicApiTests::named);
		return Stream.concat(fields, methods).flatMap((named) -> named.getAllInvolvedRawTypes().stream());
	}

	private static boolean isOfSpi(JavaClass type, JavaCodeUnit method) {
		return Stream.concat(Stream.of(type), type.getAllRawInterfaces().stream())
			.filter((declaring) -> declaring.getPackageName().equals("dev.yoil.ehcache.spi"))
			.anyMatch((declaring) -> declaring.getMethods()
				.stream()
				.anyMatch((each) -> each.getName().equals(method.getName())));
	}

	private static Stream<JavaType> named(JavaCodeUnit method) {
		return Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream());
	}

	private static boolean isSeen(JavaClass type, JavaMember member) {
		return member.getModifiers().contains(JavaModifier.PUBLIC)
				|| (member.getModifiers().contains(JavaModifier.PROTECTED)
						&& !type.getModifiers().contains(JavaModifier.FINAL));
	}

}
