package com.example.shop;

import java.util.List;

import dev.yoil.ehcache.EhCacheCacheManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.hibernate.stat.CacheRegionStatistics;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Hibernate's second-level cache, in Ehcache through JCache with a file of its own.
 */
class HibernateTests {

	private static final String HIBERNATE = "spring.jpa.properties.hibernate.";

	private static final String[] SECOND_LEVEL = { "spring.jpa.hibernate.ddl-auto=create-drop",
			HIBERNATE + "cache.use_second_level_cache=true", HIBERNATE + "cache.region.factory_class=jcache",
			HIBERNATE + "javax.cache.provider=org.ehcache.jsr107.EhcacheCachingProvider",
			HIBERNATE + "javax.cache.uri=classpath:hibernate-ehcache.xml",
			HIBERNATE + "javax.cache.missing_cache_strategy=fail", HIBERNATE + "generate_statistics=true",
			"management.endpoints.web.exposure.include=yoilcaches" };

	@Test
	void keepsBothCachesApart() throws Exception {
		Seen.has(List.of(Seen.JCACHE, Seen.JAXB, Seen.TRANSACTIONS), List.of(Seen.SECURITY));
		try (RunningShop shop = new RunningShop(SECOND_LEVEL)) {
			assertThat(shop.context().getBean(CacheManager.class)).isInstanceOf(EhCacheCacheManager.class);
			ArticleRepository repository = shop.context().getBean(ArticleRepository.class);
			Articles articles = shop.context().getBean(Articles.class);
			repository.save(new Article(1, "pen"));
			Statistics hibernate = shop.context()
				.getBean(EntityManagerFactory.class)
				.unwrap(SessionFactory.class)
				.getStatistics();
			hibernate.clear();
			assertThat(articles.name(1)).isEqualTo("pen");
			CacheRegionStatistics region = hibernate.getDomainDataRegionStatistics("articles");
			assertThat(region.getHitCount()).isOne();
			assertThat(articles.name(1)).isEqualTo("pen");
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
			assertThat(region.getHitCount()).as("a hit in front of Hibernate").isOne();
			assertThat(hibernate.getPrepareStatementCount()).as("SQL statements").isZero();
			articles.rename(1, "quill");
			assertThat(articles.name(1)).isEqualTo("quill");
			String caches = shop.get("/actuator/yoilcaches").body();
			assertThat(caches).contains("\"prices\"").doesNotContain("\"articles\"");
			assertThat(shop.get("/actuator/yoilcaches/prices").body()).contains("\"key\":\"1\"", "\"loads\":2");
		}
	}

}
