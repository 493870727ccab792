package dev.yoil.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes made-up reports to look at in a browser: its argument is the folder.
 */
final class Pictures {

	private Pictures() {
	}

	public static void main(String[] arguments) throws IOException {
		Path folder = Path.of(arguments[0]);
		FileReports reports = new FileReports();
		reports.write(Fixtures.beforeAfter(), folder.resolve("before-after"));
		reports.write(Fixtures.broken(), folder.resolve("broken"));
		reports.write(Fixtures.matrix(), folder.resolve("matrix"));
		reports.index(List.of(Fixtures.beforeAfter(), Fixtures.matrix(), Fixtures.broken()),
				List.of(folder.resolve("before-after"), folder.resolve("matrix"), folder.resolve("broken")), folder);
	}

}
