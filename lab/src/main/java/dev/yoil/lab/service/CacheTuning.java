package dev.yoil.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.AppliedFinding;
import tools.jackson.databind.JsonNode;

/**
 * Applies the capacity that a finding suggests, as an administrator does: edits one line
 * of the file and has the service apply it.
 */
final class CacheTuning {

	private static final String ESTIMATE = "capacityEstimate";

	private static final Pattern CAPACITY = Pattern.compile("(?<=>)\\d+(?=</heap>)");

	private static final Duration PAUSE = Duration.ofMillis(100);

	private static final Duration LIMIT = Duration.ofSeconds(15);

	private final CacheApi caches;

	private final Path folder;

	/**
	 * Creates a tuning.
	 * @param folder of the configuration
	 */
	CacheTuning(CacheApi caches, Path folder) {
		this.caches = caches;
		this.folder = folder;
	}

	AppliedFinding apply() {
		JsonNode finding = finding();
		String place = finding.path("file").asString() + ":" + finding.path("line").asInt();
		String to = finding.path("evidence").path(ESTIMATE).asString();
		String from = edit(finding, to);
		JsonNode pending = Polling
			.poll(() -> Optional.of(this.caches.get("/configuration"))
				.filter((state) -> state.path("state").asString().equals("PENDING")), PAUSE, LIMIT)
			.orElseThrow(() -> new LabException("The service does not see the change of " + place + " within "
					+ LIMIT.toSeconds() + " s: " + this.caches.get("/configuration")));
		this.caches.post("/configuration", Map.of("dryRun", false, "digest", pending.path("digest").asString()));
		JsonNode cell = pending.path("predictions").path(finding.path("cache").asString()).path("after");
		return new AppliedFinding(place, from, to, number(cell, "hitRatio"), number(cell, "loadsPerSecond"),
				number(cell, "databaseMillisPerSecond"));
	}

	private JsonNode finding() {
		JsonNode findings = this.caches.get("/findings");
		return StreamSupport.stream(findings.spliterator(), false)
			.filter((finding) -> finding.path("rule").asString().equals("CAPACITY_TOO_SMALL")
					&& finding.path("evidence").has(ESTIMATE))
			.findFirst()
			.orElseThrow(() -> new LabException(
					"No finding suggests a larger capacity, but: " + ServiceLog.oneLine(findings.toString())));
	}

	/** Sets the capacity in the line of a finding; returns the one before. */
	private String edit(JsonNode finding, String to) {
		Path file = this.folder.resolve(finding.path("file").asString());
		try {
			List<String> lines = Files.readAllLines(file);
			int index = finding.path("line").asInt() - 1;
			Matcher found = CAPACITY.matcher(lines.get(index));
			if (!found.find()) {
				throw new LabException("No capacity in " + file + ":" + (index + 1) + ", which a finding names");
			}
			String from = found.group();
			lines.set(index, found.replaceFirst(Matcher.quoteReplacement(to)));
			Files.write(file, lines);
			return from;
		}
		catch (IOException ex) {
			throw Folders.cannot("edit " + file, ex);
		}
	}

	private static double number(JsonNode cell, String name) {
		return cell.path(name).asDouble(Double.NaN);
	}

}
