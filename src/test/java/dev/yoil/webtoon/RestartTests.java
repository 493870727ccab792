package dev.yoil.webtoon;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

class RestartTests {

	@TempDir
	Path folder;

	@Test
	void keepsWhatWasWrittenBefore() {
		List<Map<String, Object>> written;
		try (ConfigurableApplicationContext first = start(20)) {
			JdbcTemplate jdbc = first.getBean(JdbcTemplate.class);
			jdbc.update("update webtoon set title = 'changed' where id = 7");
			jdbc.update("delete from webtoon where id = 8");
			written = webtoons(first);
		}
		try (ConfigurableApplicationContext second = start(50)) {
			assertThat(webtoons(second)).hasSize(19).isEqualTo(written);
		}
	}

	private ConfigurableApplicationContext start(int sampleWebtoons) {
		return new SpringApplicationBuilder(YoilApplication.class).run("--server.port=0",
				"--spring.datasource.url=jdbc:h2:file:" + this.folder.resolve("yoil"),
				"--yoil.sample-webtoons=" + sampleWebtoons);
	}

	private static List<Map<String, Object>> webtoons(ConfigurableApplicationContext service) {
		return service.getBean(JdbcTemplate.class).queryForList("select * from webtoon order by id");
	}

}
