package dev.yoil.lab.service;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of a child process, and the reason for its end in it.
 */
final class ServiceLog {

	private static final int TAIL = 65_536;

	private static final int LONGEST = 400;

	private static final Pattern DESCRIPTION = Pattern.compile("\nDescription:\\s*\n(.*?)(\nAction:|\\z)",
			Pattern.DOTALL);

	private static final List<Pattern> REASONS = List.of(Pattern.compile("OutOfMemoryError|fatal error has been"),
			Pattern.compile("^Caused by: "), Pattern.compile("^(Error|Exception in thread)|^\\S+ +ERROR "));

	private ServiceLog() {
	}

	/** Returns the line that says most about the end; at most 400 characters. */
	static String reason(Path log) {
		try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
			byte[] end = new byte[(int) Math.min(file.length(), TAIL)];
			file.seek(file.length() - end.length);
			file.readFully(end);
			return reason(new String(end, StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			return "no log";
		}
	}

	static String reason(String text) {
		Matcher description = DESCRIPTION.matcher(text.replace("\r", ""));
		if (description.find()) {
			return oneLine(description.group(1));
		}
		List<String> lines = text.lines().filter((line) -> !line.isBlank()).toList();
		return REASONS.stream()
			.map((reason) -> last(lines, reason))
			.flatMap(Optional::stream)
			.findFirst()
			.or(() -> lines.stream().reduce((one, next) -> next))
			.map((line) -> oneLine(line.replace("Caused by: ", "")))
			.orElse("empty log");
	}

	private static Optional<String> last(List<String> lines, Pattern reason) {
		return lines.stream().filter((line) -> reason.matcher(line).find()).reduce((one, next) -> next);
	}

	/** Joins the lines of a text; keeps at most 400 characters. */
	static String oneLine(String text) {
		String line = text.strip().replaceAll("\\s+", " ");
		return (line.length() > LONGEST) ? line.substring(0, LONGEST) + "..." : line;
	}

}
