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

	private final Stored caches = Experiments.stored().get(0);

	@TempDir
	Path folder;

	@Test
	void showTheMeasurementOfTheCheckout() {
		Answer answer = this.caches.answering().apply(Path.of(".."));
		assertThat(answer.notes().get(1)).containsPattern("Measured on \\d{4}-\\d\\d-\\d\\d, ")
			.contains("bench/caches.sh");
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
	void showWhatThereIs() throws IOException {
		write("""
				{"day": "2026-01-02", "machine": "M", "cells": [
				{"operation": "GET", "threads": 1, "cache": "OURS", "elapsed": [30, 10, 20]},
				{"operation": "GET", "threads": 1, "cache": "NATIVE", "elapsed": [12, 11, 13]}]}""");
		Answer answer = this.caches.answering().apply(this.folder);
		assertThat(answer.sentence())
			.isEqualTo("A read takes 20 ns with our cache, 12 ns with Ehcache 3, within noise.");
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
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> this.caches.answering().apply(this.folder))
			.withMessageMatching("bench/results/caches.json .*: run bench/caches.sh (first|again)");
	}

	private void write(String content) throws IOException {
		Path file = this.folder.resolve("bench/results/caches.json");
		Files.createDirectories(file.getParent());
		Files.writeString(file, content);
	}

}
