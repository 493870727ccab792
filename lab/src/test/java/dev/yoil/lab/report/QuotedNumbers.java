package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers that a document quotes of results: those between
 * {@code <!-- lab: EXPERIMENT -->} and {@code <!-- /lab -->}. Each has to be, as it is
 * written there, in what the report of that experiment says.
 */
final class QuotedNumbers {

	private static final Pattern QUOTE = Pattern.compile("<!-- lab: ([a-z-]+) -->(.*?)<!-- /lab -->", Pattern.DOTALL);

	private static final Pattern MARK = Pattern.compile("<!-- /?lab\\b.*?-->");

	private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d[\\d,]*(?:\\.\\d+)?(?![\\w])");

	/** What is no number of a measurement: addresses and what is to be typed. */
	private static final Pattern NO_TEXT = Pattern.compile("```.*?```|`[^`]*`|\\]\\([^)]*\\)", Pattern.DOTALL);

	private QuotedNumbers() {
	}

	/**
	 * Finds what a document says otherwise than the results.
	 * @param runs the folder of the results
	 * @return a line each
	 */
	static List<String> wrong(Path document, Path runs) throws IOException {
		String text = Files.readString(document);
		List<String> wrong = new ArrayList<>();
		Matcher quotes = QUOTE.matcher(text);
		while (quotes.find()) {
			Path file = runs.resolve(quotes.group(1) + ".json");
			if (!Files.exists(file)) {
				wrong.add(quotes.group(1) + " has no result");
				continue;
			}
			Set<String> known = numbers(Summary.of(Reports.read(file)).replace("\\", ""));
			numbers(quotes.group(2)).stream()
				.filter((number) -> !known.contains(number))
				.forEach((number) -> wrong.add(quotes.group(1) + " does not say " + number));
		}
		if (MARK.matcher(QUOTE.matcher(text).replaceAll("")).find()) {
			wrong.add("a mark has no end, or no beginning");
		}
		return wrong;
	}

	/**
	 * Finds the numbers of a document that are in no quote, except for its headings, what
	 * is to be typed, and everything from other measurements on.
	 */
	static Set<String> unquoted(Path document) throws IOException {
		String text = QUOTE.matcher(Files.readString(document)).replaceAll("");
		return numbers(text.replaceAll("(?s)\n## Other measurements\n.*", "").replaceAll("(?m)^#.*$", ""));
	}

	private static Set<String> numbers(String text) {
		Set<String> numbers = new HashSet<>();
		Matcher found = NUMBER.matcher(NO_TEXT.matcher(text).replaceAll(""));
		while (found.find()) {
			String number = found.group();
			numbers.add(number.endsWith(",") ? number.substring(0, number.length() - 1) : number);
		}
		return numbers;
	}

}
