package dev.yoil.representation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class GzipTests {

	private final Random random = new Random(7);

	private final Gzip gzip = new Gzip(1_000);

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 16_383, 16_384, 16_385, 32_768, 32_769, 300_000 })
	void compressesAnyBytes(int length) throws IOException {
		byte[] noise = new byte[length];
		this.random.nextBytes(noise);
		assertThat(read(this.gzip.compress(noise))).isEqualTo(noise);
		byte[] zeros = new byte[length];
		assertThat(read(this.gzip.compress(zeros))).isEqualTo(zeros);
	}

	@Test
	void compressesAList() {
		byte[] text = text(items(700));
		assertThat(this.gzip.compress(text).length).isLessThan(text.length / 4);
	}

	@Test
	void returnsTheSameBytesWithAndWithoutReuse() throws IOException {
		List<String> items = items(700);
		for (int change = 0; change < 300; change++) {
			int at = this.random.nextInt(items.size());
			switch (this.random.nextInt(4)) {
				case 0 -> items.add(at, item(10_000 + change));
				case 1 -> items.add(this.random.nextInt(items.size() - 1), items.remove(at));
				case 2 -> items.remove(at);
				default -> items.set(at, item(change));
			}
			byte[] text = text(items);
			byte[] compressed = this.gzip.compress(text);
			assertThat(compressed).isEqualTo(new Gzip(0).compress(text));
			assertThat(read(compressed)).isEqualTo(text);
		}
	}

	@Test
	void compressesChangedPartsOnly() {
		List<String> items = items(2_000);
		this.gzip.compress(text(items));
		assertThat(this.gzip.remembered()).isGreaterThan(20);
		for (int at : List.of(0, 1_000, 1_999)) {
			int before = this.gzip.remembered();
			items.set(at, item(10_000 + at) + "longer");
			this.gzip.compress(text(items));
			assertThat(this.gzip.remembered() - before).isBetween(1, 3);
		}
		int before = this.gzip.remembered();
		items.add(1_500, items.remove(5));
		this.gzip.compress(text(items));
		assertThat(this.gzip.remembered() - before).as("at both ends of the move").isBetween(2, 6);
	}

	@Test
	void limitsReusableParts() throws IOException {
		Gzip forgetful = new Gzip(3);
		byte[] text = text(items(700));
		assertThat(read(forgetful.compress(text))).isEqualTo(text);
		assertThat(forgetful.remembered()).isEqualTo(3);
	}

	private static byte[] read(byte[] compressed) throws IOException {
		try (GZIPInputStream text = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
			return text.readAllBytes();
		}
	}

	private List<String> items(int number) {
		return IntStream.range(0, number).mapToObj(this::item).collect(Collectors.toCollection(ArrayList::new));
	}

	private String item(int id) {
		return "{\"id\":%d,\"title\":\"제목 %d\",\"synopsis\":\"%s\",\"likes\":%d}".formatted(id, this.random.nextInt(),
				"떠난 지 스무 해가 된 배우 ".repeat(this.random.nextInt(12)), this.random.nextInt(120));
	}

	private static byte[] text(List<String> items) {
		return items.stream().collect(Collectors.joining(",", "[", "]")).getBytes(StandardCharsets.UTF_8);
	}

}
