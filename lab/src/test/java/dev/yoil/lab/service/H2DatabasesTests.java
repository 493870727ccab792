package dev.yoil.lab.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.lab.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class H2DatabasesTests {

	private final List<Integer> fillings = new ArrayList<>();

	private Instant now = Instant.now();

	@TempDir
	private Path folder;

	@Test
	void fillsEachNumberOfWebtoonsOnce() throws IOException {
		H2Databases databases = databases();
		Database first = databases.open(70, this::fill);
		Database second = databases.open(70, this::fill);
		Database other = databases.open(5000, this::fill);
		assertThat(this.fillings).containsExactly(70, 5000);
		assertThat(List.of(file(first), file(second), file(other))).doesNotHaveDuplicates();
		assertThat(file(first)).hasContent("filled with 70");
		Files.writeString(file(first), "changed");
		assertThat(file(second)).hasContent("filled with 70");
		assertThat(file(other)).hasContent("filled with 5000");
		assertThat(file(databases.open(70, this::fill))).hasContent("filled with 70");
	}

	@Test
	void tellsThatNothingWasFilled() {
		H2Databases databases = databases();
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> databases.open(70, (empty, webtoons) -> {
		})).withMessageContaining("Cannot copy the database");
	}

	@Test
	void keepsAFilledDatabaseForAnHour() throws IOException {
		Files.writeString(file(databases().open(70, this::fill)), "changed");
		this.now = Instant.now().plus(Duration.ofMinutes(55));
		assertThat(file(databases().open(70, this::fill))).hasContent("filled with 70");
		assertThat(this.fillings).hasSize(1);
		this.now = Instant.now().plus(Duration.ofMinutes(65));
		assertThat(file(databases().open(70, this::fill))).hasContent("filled with 70");
		assertThat(this.fillings).hasSize(2);
	}

	private H2Databases databases() {
		try {
			Path kept = Files.createDirectories(this.folder.resolve("kept"));
			Path work = Files.createTempDirectory(this.folder, "work-");
			return new H2Databases(work, kept, Clock.fixed(this.now, ZoneOffset.UTC));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void fill(Database empty, int webtoons) {
		this.fillings.add(webtoons);
		try {
			Files.createDirectories(file(empty).getParent());
			Files.writeString(file(empty), "filled with " + webtoons);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path file(Database database) {
		String url = database.properties().get("spring.datasource.url");
		return Path.of(url.substring("jdbc:h2:file:".length(), url.indexOf(';')) + ".mv.db");
	}

}
