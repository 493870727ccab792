package dev.yoil.ehcache.internal.web;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yoil.ehcache.spi.ValueText;
import org.hibernate.collection.spi.PersistentBag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class JsonValueTextTests {

	private final JsonValueText renderer = new JsonValueText(JsonMapper.builder().build());

	@Test
	void showsAValueAsJson() {
		assertThat(this.renderer.render(List.of(new Point(1, 2)), ValueText.SHOWN))
			.isEqualTo(new ValueText("[{\"x\":1,\"y\":2}]", 15));
		assertThat(this.renderer.render(null, ValueText.SHOWN)).isEqualTo(new ValueText("null", 4));
	}

	@Test
	void showsUpToAThousandCharactersWhole() {
		assertThat(this.renderer.render("x".repeat(998), ValueText.SHOWN).text()).hasSize(1_000).endsWith("\"");
	}

	@Test
	void truncatesALongerValueAndReturnsItsLength() {
		ValueText text = this.renderer.render("x".repeat(1_000_000), ValueText.SHOWN);
		assertThat(text.text()).hasSize(1_000).startsWith("\"xxx").endsWith("xxx");
		assertThat(text.length()).isEqualTo(1_000_002);
	}

	@Test
	void doesNotSplitSurrogatePairs() {
		ValueText text = this.renderer.render("x".repeat(998) + "\uD83D\uDE00".repeat(10), ValueText.SHOWN);
		assertThat(text.text()).hasSize(999).endsWith("x");
	}

	@Test
	void showsAValueWithoutJsonFormByItsText() {
		Object strange = new Strange("a strange value");
		assertThat(this.renderer.render(strange, ValueText.SHOWN)).isEqualTo(new ValueText("a strange value", 15));
	}

	@Test
	void showsPropertiesWithoutCallingGetters() {
		assertThat(this.renderer.render(List.of(new Loading("a name")), ValueText.SHOWN).text())
			.isEqualTo("[{\"name\":\"a name\",\"popular\":true}]");
	}

	@Test
	void doesNotLoadWhatHibernateHasNotLoaded() {
		assertThat(this.renderer.render(new Post(new PersistentBag<>(), List.of("tag")), ValueText.SHOWN).text())
			.isEqualTo("{\"reviews\":null,\"tags\":[\"tag\"]}");
	}

	@Test
	void showsAValueThatContainsItself() {
		List<Object> self = new ArrayList<>();
		self.add(self);
		assertThat(this.renderer.render(self, ValueText.SHOWN).text()).isEqualTo("[(this Collection)]");
	}

	@Test
	void showsTheTypeOfAValueWithoutText() {
		assertThat(this.renderer.render(new Strange(null), ValueText.SHOWN).text())
			.isEqualTo("a value of type " + Strange.class.getName() + " that can be shown neither as JSON nor as text");
	}

	record Point(int x, int y) {
	}

	record Post(List<String> reviews, List<String> tags) {
	}

	static final class Loading {

		private final String name;

		private final boolean popular = true;

		private final String secret = "without a getter";

		Loading(String name) {
			this.name = name;
		}

		public String getName() {
			return this.name + this.secret;
		}

		public boolean isPopular() {
			return this.popular;
		}

		@JsonProperty
		public String getLength() {
			throw new AssertionError("called");
		}

	}

	static final class Strange {

		private final String text;

		Strange(String text) {
			this.text = text;
		}

		public String getSecret() {
			throw new IllegalStateException("planted");
		}

		@Override
		public String toString() {
			return this.text.strip();
		}

	}

}
