package dev.yoil.architecture;

import java.time.Instant;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.yoil.architecture.planted.EntityIsPublic;
import dev.yoil.ehcache.internal.index.planted.IndexKnowsCache;
import dev.yoil.ehcache.planted.CacheBreaksTheRules;
import dev.yoil.ehcache.planted.LoadKnowsCache;
import dev.yoil.representation.planted.RepresentationKnowsCaches;
import dev.yoil.webtoon.planted.SiteBreaksTheRules;
import jakarta.persistence.Entity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.annotation.Cacheable;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * Dependency rules. A planted class breaks each rule, so that no rule passes without
 * classes. Maven keeps the modules apart, so the library cannot know the site.
 */
class ArchitectureTests {

	private static final JavaClasses PRODUCTION = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.withImportOption((location) -> !location.contains("/dev/yoil/support/"))
		.importPackages("dev.yoil");

	@ParameterizedTest
	@MethodSource("rules")
	void classesFollowTheRule(ArchRule rule, Class<?> breach) {
		rule.check(PRODUCTION);
	}

	@ParameterizedTest
	@MethodSource("rules")
	void plantedClassBreaksTheRule(ArchRule rule, Class<?> breach) {
		JavaClasses planted = new ClassFileImporter().importPackages(breach.getPackageName()).that(isPartOf(breach));
		assertThat(rule.allowEmptyShould(true).evaluate(planted).hasViolation()).isTrue();
	}

	private static DescribedPredicate<JavaClass> isPartOf(Class<?> breach) {
		return DescribedPredicate.describe("part of " + breach, (type) -> type.getName().startsWith(breach.getName()));
	}

	static Stream<Arguments> rules() {
		return Stream.of(
				argumentSet("the site does not know Ehcache",
						noClasses().that()
							.resideInAPackage("dev.yoil.webtoon..")
							.should()
							.dependOnClassesThat()
							.resideInAPackage("org.ehcache.."),
						SiteBreaksTheRules.class),
				argumentSet("the site knows the regions of our cache integration only",
						noClasses().that()
							.resideInAPackage("dev.yoil.webtoon..")
							.should()
							.dependOnClassesThat(resideInAPackage("dev.yoil.ehcache..")
								.and(DescribedPredicate.not(resideInAPackage("dev.yoil.ehcache.region")))),
						SiteBreaksTheRules.class),
				argumentSet("the site knows Spring's cache annotations only",
						noClasses().that()
							.resideInAPackage("dev.yoil.webtoon..")
							.should()
							.dependOnClassesThat(resideInAPackage("org.springframework.cache..")
								.and(DescribedPredicate.not(resideInAPackage("org.springframework.cache.annotation")))),
						SiteBreaksTheRules.class),
				argumentSet("representations know of caches only where they come out of them", noClasses().that()
					.resideInAPackage("dev.yoil.representation..")
					.and()
					.resideOutsideOfPackages("dev.yoil.representation.cached..", "dev.yoil.representation.boot..")
					.should()
					.dependOnClassesThat()
					.resideInAPackage("dev.yoil.ehcache.."), RepresentationKnowsCaches.class),
				argumentSet("Boot only where the integration is wired",
						noClasses().that()
							.resideInAPackage("dev.yoil.ehcache..")
							.and()
							.resideOutsideOfPackage("dev.yoil.ehcache.boot..")
							.should()
							.dependOnClassesThat()
							.resideInAPackage("org.springframework.boot.."),
						CacheBreaksTheRules.class),
				argumentSet("spring-tx and JDBC only where a transaction, a cluster or a data source is",
						noClasses().that()
							.resideInAPackage("dev.yoil.ehcache..")
							.and()
							.resideOutsideOfPackages("dev.yoil.ehcache.boot..", "dev.yoil.ehcache.internal.tx..",
									"dev.yoil.ehcache.internal.cluster..", "dev.yoil.ehcache.internal.tables..")
							.and()
							.haveNameNotMatching(".*\\.(PendingWrites|RegionTransaction|RegionTokens)(\\$.*)?")
							.should()
							.dependOnClassesThat(resideInAnyPackage("org.springframework.transaction..",
									"org.springframework.dao..", "org.springframework.jdbc..")),
						CacheBreaksTheRules.class),
				argumentSet("servlets and MVC only where the integration is on the web",
						noClasses().that()
							.resideInAPackage("dev.yoil.ehcache..")
							.and()
							.resideOutsideOfPackages("dev.yoil.ehcache.boot..", "dev.yoil.ehcache.internal.cluster..",
									"dev.yoil.ehcache.internal.edge..", "dev.yoil.ehcache.internal.finding..",
									"dev.yoil.ehcache.internal.live..", "dev.yoil.ehcache.internal.web..")
							.should()
							.dependOnClassesThat(resideInAnyPackage("jakarta.servlet..", "org.springframework.web..",
									"org.apache.catalina..")),
						CacheBreaksTheRules.class),
				argumentSet("the layers of the core", layers(), IndexKnowsCache.class),
				argumentSet("the layers within the cache", layersOfTheCache(), LoadKnowsCache.class),
				argumentSet("the integration reads no other clock than the one it is given",
						noClasses().that()
							.resideInAPackage("dev.yoil.ehcache..")
							.should()
							.callMethod(System.class, "currentTimeMillis")
							.orShould()
							.callMethod(Instant.class, "now"),
						CacheBreaksTheRules.class),
				argumentSet("entities never leave their package",
						classes().that().areAnnotatedWith(Entity.class).should().bePackagePrivate(),
						EntityIsPublic.class),
				argumentSet("every load is synchronized", noMethods().should().beAnnotatedWith(notSynchronized()),
						SiteBreaksTheRules.class));
	}

	@Test
	void packagesFormNoCycle() {
		ArchRule rule = slices().matching("dev.yoil.(**)").should().beFreeOfCycles();
		rule.check(PRODUCTION);
		JavaClasses planted = new ClassFileImporter().importPackages("dev.yoil.architecture.planted");
		assertThat(rule.evaluate(planted).hasViolation()).isTrue();
	}

	@Test
	void classesOfTheCacheFormNoCycle() {
		ArchRule rule = slices().assignedFrom(TopLevelClasses.INSTANCE).should().beFreeOfCycles();
		rule.check(PRODUCTION.that(resideInAnyPackage("dev.yoil.ehcache", "dev.yoil.ehcache.internal.index")));
		JavaClasses planted = new ClassFileImporter().importPackages("dev.yoil.architecture.planted");
		assertThat(rule.evaluate(planted).hasViolation()).isTrue();
	}

	/** Maven keeps the layers between the modules. */
	private static ArchRule layers() {
		return layeredArchitecture().consideringOnlyDependenciesInLayers()
			.layer("policy")
			.definedBy("dev.yoil.ehcache.policy..")
			.layer("statistics")
			.definedBy("dev.yoil.ehcache.statistics..")
			.layer("transaction")
			.definedBy("dev.yoil.ehcache.internal.tx..")
			.layer("index")
			.definedBy("dev.yoil.ehcache.internal.index..")
			.layer("xml")
			.definedBy("dev.yoil.ehcache.xml..")
			.layer("spi")
			.definedBy("dev.yoil.ehcache.spi..")
			.layer("internal")
			.definedBy("dev.yoil.ehcache.internal")
			.layer("cache")
			.definedBy("dev.yoil.ehcache")
			.whereLayer("policy")
			.mayNotAccessAnyLayer()
			.whereLayer("statistics")
			.mayOnlyAccessLayers("policy")
			.whereLayer("transaction")
			.mayNotAccessAnyLayer()
			.whereLayer("spi")
			.mayOnlyAccessLayers("statistics")
			.whereLayer("index")
			.mayOnlyAccessLayers("policy", "statistics", "spi")
			.whereLayer("xml")
			.mayOnlyAccessLayers("policy")
			.whereLayer("internal")
			.mayOnlyAccessLayers("statistics", "index", "spi")
			.whereLayer("cache")
			.mayOnlyAccessLayers("policy", "statistics", "transaction", "index", "xml", "spi", "internal");
	}

	/**
	 * From the inside: the store, the loads, the writes with those of transactions, and
	 * all other classes, which callers use. A hit reads the store without a layer in
	 * between.
	 */
	private static ArchRule layersOfTheCache() {
		DescribedPredicate<JavaClass> store = named(
				"EntryStore|ExpirySweep|IndexingStoreProvider|SingleValueLimits|ValueListener");
		DescribedPredicate<JavaClass> loads = named("BackgroundThreads|BulkLoad|CacheThreads|Claim|InFlightLoads|Lease"
				+ "|Leases|Load|LoadCoordinator|LoadObservation|LoadRunner|LocalWrites|Outcome|StackProbe"
				+ "|planted.LoadKnowsCache");
		DescribedPredicate<JavaClass> writes = named("CacheWrites|PendingWrites");
		return layeredArchitecture().consideringOnlyDependenciesInLayers()
			.layer("store")
			.definedBy(store)
			.layer("loads")
			.definedBy(loads)
			.layer("writes")
			.definedBy(writes)
			.layer("callers")
			.definedBy(resideInAPackage("dev.yoil.ehcache").and(DescribedPredicate.not(store.or(loads).or(writes))))
			.whereLayer("store")
			.mayNotAccessAnyLayer()
			.whereLayer("loads")
			.mayOnlyAccessLayers("store")
			.whereLayer("writes")
			.mayOnlyAccessLayers("loads", "store");
	}

	private static DescribedPredicate<JavaClass> named(String names) {
		return DescribedPredicate.describe(names, nameMatching("dev\\.yoil\\.ehcache\\.(" + names + ")(\\$.*)?")::test);
	}

	private static DescribedPredicate<JavaAnnotation<?>> notSynchronized() {
		return DescribedPredicate.describe("@Cacheable without sync = true",
				(annotation) -> annotation.getRawType().isEquivalentTo(Cacheable.class)
						&& !annotation.as(Cacheable.class).sync());
	}

	/** Slices of one top-level class with its nested classes. */
	private enum TopLevelClasses implements SliceAssignment {

		INSTANCE;

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
		}

		@Override
		public String getDescription() {
			return "top-level classes";
		}

	}

}
