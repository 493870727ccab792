package dev.yoil.webtoon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The table of {@code docs/site/security.md}.
 *
 * @param rows all rows except the last
 */
record AccessTable(List<Row> rows) {

	private static final String HEAD = "| access | paths |";

	private static final String REST = "all other paths";

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	static AccessTable read() throws IOException {
		List<List<String>> table = CachingDocument.table(Files.readAllLines(Path.of("docs/site/security.md")), HEAD);
		if (table.isEmpty() || !table.get(table.size() - 1).get(0).equals(REST)) {
			throw new AssertionError("docs/site/security.md has no table that ends with '" + REST + "'");
		}
		return new AccessTable(table.subList(0, table.size() - 1).stream().map(Row::of).toList());
	}

	/**
	 * The rows that an operation falls under. Those that are of a rest only count where
	 * no other does.
	 */
	List<Row> of(Operation operation) {
		List<Row> own = this.rows.stream().filter((row) -> !row.isRest && row.has(operation)).toList();
		return own.isEmpty() ? this.rows.stream().filter((row) -> row.isRest && row.has(operation)).toList() : own;
	}

	/**
	 * A row.
	 *
	 * @param text what it is called here
	 * @param done read, write or any
	 * @param paths what may come after the address of the service
	 * @param isRest whether other rows are excepted
	 * @param everybody whether everybody may
	 * @param here whether local requests may
	 * @param administrator whether the administrator may
	 */
	record Row(String text, String done, List<PathPattern> paths, boolean isRest, String everybody, String here,
			String administrator) {

		private static Row of(List<String> cells) {
			String where = cells.get(1);
			List<PathPattern> paths = CODE.matcher(where)
				.results()
				.map((match) -> PathPatternParser.defaultInstance.parse(match.group(1)))
				.toList();
			if (!Set.of("read", "write", "any").contains(cells.get(0)) || paths.isEmpty()) {
				throw new AssertionError("A row names no access or no paths: " + cells);
			}
			return new Row(cells.get(0) + " " + where, cells.get(0), paths, where.startsWith("the rest of "),
					cells.get(2), cells.get(3), cells.get(4));
		}

		boolean has(Operation operation) {
			boolean done = this.done.equals("any") || this.done.equals("read") == operation.isReading();
			return done && this.paths.stream()
				.anyMatch((path) -> path.matches(PathContainer.parsePath(operation.address())));
		}

		@Override
		public String toString() {
			return this.text;
		}

	}

	/**
	 * Something that can be asked for.
	 *
	 * @param method the HTTP method
	 * @param path the pattern that a controller has
	 */
	record Operation(String method, String path) {

		boolean isReading() {
			return Set.of("GET", "HEAD").contains(this.method);
		}

		/**
		 * A path that the pattern matches.
		 */
		String address() {
			return this.path.replaceAll("\\{[^}]*}", "1").replace("/**", "/x");
		}

		@Override
		public String toString() {
			return this.method + " " + this.path;
		}

	}

}
