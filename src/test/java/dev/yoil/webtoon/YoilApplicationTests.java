package dev.yoil.webtoon;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:start")
class YoilApplicationTests {

	@Test
	void starts(@org.springframework.beans.factory.annotation.Autowired CacheManager caches) {
		assertThat(caches).isNotNull();
	}

}
