package dev.yoil.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.yoil.lab.report.Reports;
import dev.yoil.lab.result.Result;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Notes what is written and where, and reads what it is given.
 */
final class Written implements Reports {

	final List<String> folders = new ArrayList<>();

	final List<Result> results = new ArrayList<>();

	final List<Path> paths = new ArrayList<>();

	final List<Result> kept = new ArrayList<>();

	final Map<Path, Result> before = new HashMap<>();

	Path brokenIn = Path.of("/none");

	@Override
	public void write(Result result, Path to) throws IOException {
		note(to.getFileName().toString(), to);
		this.results.add(result);
	}

	@Override
	public void keep(Result result, Path to) {
		this.kept.add(result);
	}

	@Override
	public Result read(Path from) throws IOException {
		Result result = this.before.get(from);
		if (result == null) {
			throw new IOException("no such file");
		}
		return result;
	}

	@Override
	public void index(List<Result> all, List<Path> reports, Path to) throws IOException {
		assertThat(reports).hasSameSizeAs(all);
		note("index of " + all.size() + " in " + to.getFileName(), to);
	}

	private void note(String what, Path to) throws IOException {
		if (to.startsWith(this.brokenIn)) {
			throw new IOException("disk full");
		}
		this.folders.add(what);
		this.paths.add(to);
	}

}
