package dev.yoil.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a document that a benchmark writes, between two marks.
 *
 * @param page the document
 * @param command the benchmark
 */
record MeasuredPart(Path page, String command) {

	private static final String END = "<!-- end of what was measured -->\n";

	void write(String measured) throws IOException {
		String text = Files.readString(this.page);
		String mark = "<!-- measured: written by " + this.command + " -->\n";
		int begin = text.indexOf(mark);
		int end = text.indexOf(END, begin + 1);
		if (begin < 0 || end < 0) {
			throw new IllegalStateException(
					this.page + " lacks the marks between which the numbers of " + this.command + " go: " + mark + END);
		}
		Files.writeString(this.page, text.substring(0, begin) + mark + "\n" + measured + "\n" + text.substring(end));
	}

}
