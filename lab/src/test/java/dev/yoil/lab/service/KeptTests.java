package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.lab.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KeptTests {

	@TempDir
	private Path folder;

	@Test
	void findsWhatWasKeptForTheSameJar() throws IOException {
		Path first = kept("one");
		Files.writeString(first.resolve("made"), "much work");
		assertThat(kept("one")).isEqualTo(first);
		assertThat(first.resolve("made")).hasContent("much work");
	}

	@Test
	void removesWhatWasKeptForAnother() throws IOException {
		Path first = kept("one");
		Files.writeString(first.resolve("made"), "much work");
		Path second = kept("other");
		assertThat(second).isNotEqualTo(first).isEmptyDirectory();
		assertThat(first).doesNotExist();
	}

	@Test
	void keepsWhatIsWhole() throws IOException {
		Path half = Files.writeString(this.folder.resolve("made.new"), "new");
		Path whole = Files.writeString(kept("one").resolve("made"), "old");
		Kept.keep(half, whole);
		assertThat(half).doesNotExist();
		assertThat(whole).hasContent("new");
	}

	@Test
	void tellsThatItCannotKeep() throws IOException {
		Path jar = Files.writeString(this.folder.resolve("yoil.jar"), "one");
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> Kept.of(jar, jar))
			.withMessageContaining("let this user read and write there");
	}

	private Path kept(String content) throws IOException {
		Path jar = Files.writeString(this.folder.resolve("yoil.jar"), content);
		return Kept.of(jar, this.folder.resolve("kept"));
	}

}
