package dev.yoil.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CacheOperationsTests {

	private final Tabled caches = Experiments.tabled().get(0);

	@TempDir
	Path folder;

	@Test
	void showTheMeasurementOfTheCheckout() {
		Answer answer = this.caches.answer(Path.of("..").toAbsolutePath(), false);
		assertThat(answer.sentence()).containsPattern("measured on \\d{4}-\\d\\d-\\d\\d, ").doesNotContain("run bench");
		assertThat(answer.tables()).hasSize(2).allSatisfy(ExperimentsTests::isRectangular);
		assertThat(answer.tables().get(0).rows()).extracting((row) -> row.get(0))
			.contains("compute (get with loader)", "read (get, hit)", "75 % read, 25 % write", "write (put)");
		assertThat(answer.tables().toString()).doesNotContain("[-", " -,");
		assertThat(answer.charts()).hasSize(2).allSatisfy((chart) -> {
			Chart.Bars bars = (Chart.Bars) chart;
			assertThat(bars.logarithmic()).isTrue();
			assertThat(bars.bars()).hasSize(5)
				.allMatch((bar) -> bar.values().size() == 5 && bar.values().stream().allMatch((ns) -> ns > 0));
		});
	}

	@Test
	void tellHowToMeasureAgainWhenFull() {
		assertThat(this.caches.answer(Path.of("..").toAbsolutePath(), true).sentence()).contains("run bench/caches.sh");
	}

	@Test
	void showWhatThereIs() throws IOException {
		write("""
				{"day": "2026-01-02", "machine": "M", "cells": [
				{"operation": "GET", "threads": 1, "cache": "OURS", "elapsed": [30, 10, 20]},
				{"operation": "GET", "threads": 1, "cache": "NATIVE", "elapsed": [12, 11, 13]}]}""");
		Answer answer = this.caches.answer(this.folder, false);
		assertThat(answer.sentence()).isEqualTo(
				"A read of our cache takes 20 ns and one of Ehcache 3 itself 12 ns, a difference inside the noise, a write of ours - ns (measured on 2026-01-02, M).");
		assertThat(answer.tables()).hasSize(1).allSatisfy(ExperimentsTests::isRectangular);
	}

	@Test
	void refuseACheckoutWithoutMeasurement() throws IOException {
		refuses();
		write("no json");
		refuses();
		write("{\"cells\": []}");
		refuses();
	}

	private void refuses() {
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> this.caches.answer(this.folder, false))
			.withMessageMatching("bench/results/caches.json .*: run bench/caches.sh (first|again)");
	}

	private void write(String content) throws IOException {
		Path file = this.folder.resolve("bench/results/caches.json");
		Files.createDirectories(file.getParent());
		Files.writeString(file, content);
	}

}
