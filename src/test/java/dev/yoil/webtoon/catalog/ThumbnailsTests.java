package dev.yoil.webtoon.catalog;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

class ThumbnailsTests {

	private static final ClassPathResource FILE = new ClassPathResource("dev/yoil/webtoon/page" + Thumbnails.FILE);

	@Test
	void areViewsOfOneFile() throws Exception {
		Document file = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(FILE.getInputStream());
		List<Element> views = all(file.getElementsByTagName("view"));
		assertThat(views).extracting((view) -> Thumbnails.FILE + "#" + view.getAttribute("id"))
			.containsExactlyElementsOf(
					LongStream.range(Thumbnails.COUNT, 2L * Thumbnails.COUNT).mapToObj(Thumbnails::of).toList());
		assertThat(views).extracting((view) -> view.getAttribute("viewBox"))
			.containsExactlyElementsOf(
					IntStream.range(0, Thumbnails.COUNT).mapToObj((picture) -> picture * 300 + " 0 300 400").toList());
		assertThat(all(file.getElementsByTagName("svg")).stream().skip(1))
			.extracting((picture) -> picture.getAttribute("x"))
			.containsExactlyElementsOf(
					IntStream.range(0, Thumbnails.COUNT).mapToObj((picture) -> "" + picture * 300).toList());
		assertThat(all(file.getElementsByTagName("*"))).extracting((element) -> element.getAttribute("id"))
			.filteredOn((id) -> !id.isEmpty())
			.doesNotHaveDuplicates();
	}

	@Test
	void containNoTextScriptsOrReferences() throws Exception {
		assertThat(FILE.getContentAsString(StandardCharsets.UTF_8)).hasSizeLessThan(60_000)
			.doesNotContain("<text", "<script", "<style", "<image", "<!D", "<?")
			.doesNotContainPattern("href=\"[^#]|url\\([^#]|\\son[a-z]+=");
	}

	@Test
	void replaceOldThumbnails() {
		DriverManagerDataSource database = new DriverManagerDataSource("jdbc:h2:mem:thumbnails;DB_CLOSE_DELAY=-1");
		Flyway.configure().dataSource(database).target("9").load().migrate();
		JdbcTemplate webtoons = new JdbcTemplate(database);
		for (String thumbnail : List.of("/thumbnails/126.svg", "/thumbnails/1.svg", "/of-our-own/126.png")) {
			webtoons.update(
					"""
							insert into webtoon (id, title, author, genre, publish_day, thumbnail, synopsis, registered_date)
							values ((select 126 + count(*) from webtoon), 't', 'a', 'DRAMA', 'MONDAY', ?, 's', date '2026-02-03')
							""",
					thumbnail);
		}
		Flyway.configure().dataSource(database).load().migrate();
		assertThat(webtoons.queryForList("select thumbnail from webtoon order by id", String.class))
			.containsExactly(Thumbnails.of(126), "/thumbnails/1.svg", "/of-our-own/126.png");
		webtoons.execute("shutdown");
	}

	private static List<Element> all(NodeList nodes) {
		return IntStream.range(0, nodes.getLength()).mapToObj((index) -> (Element) nodes.item(index)).toList();
	}

}
