package dev.yoil.ehcache.internal.restart;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import dev.yoil.support.Shuffled;
import org.jspecify.annotations.Nullable;

/**
 * A series of processes with the same files. Each is killed or ended after some reads.
 * Between two of them, files may be damaged, the clock may be set, and a small file
 * system of the disk tier may be filled. For one thread.
 */
final class RestartCheck {

	private static final int MIN_READS = 100;

	private static final int MORE_READS = 1_200;

	private static final int FLIPPED = 200;

	/** A file system that the check may fill. */
	private static final long SMALL_BYTES = 64 << 20;

	private static final List<Long> CLOCKS = List.of(0L, 0L, -3_600_000L, 3_600_000L, -2_000L);

	private final Path folder;

	/** The directory of the disk tier. */
	private final Path files;

	private final String versions;

	private final PlantedFault planted;

	private final Random random;

	private final Shuffled<Damage> damages;

	private final Shuffled<Boolean> kills;

	private final Shuffled<Long> clocks;

	private final List<String> violations = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	private long reads;

	private long hits;

	/** The hits of processes that were started after a kill. */
	private long hitsAfterKill;

	private int starts;

	private boolean killed;

	/**
	 * Creates a check.
	 * @param files the directory of the disk tier; its file system is filled at times if
	 * it is small
	 * @param versions {@code database} or {@code file}
	 */
	RestartCheck(Path folder, Path files, String versions, PlantedFault planted, long seed) {
		this.folder = folder;
		this.files = files;
		this.versions = versions;
		this.planted = planted;
		this.random = new Random(seed);
		this.damages = new Shuffled<>(switch (planted) {
			case NO_CHECKSUM -> List.of(Damage.FLIP);
			case AGE_FROM_START -> List.of(Damage.NONE);
			default -> List.of(Damage.values());
		}, this.random);
		this.kills = new Shuffled<>(List.of(true, true, false), this.random);
		this.clocks = new Shuffled<>((planted == PlantedFault.NONE) ? CLOCKS : List.of(0L), this.random);
	}

	/**
	 * Runs processes until there are enough restarts and reads, or a violation.
	 */
	RestartCheck run(int restarts, long enough) throws IOException, InterruptedException {
		while (this.violations.isEmpty() && (this.starts <= restarts || this.reads < enough)) {
			if (this.starts > 0) {
				fault();
			}
			start();
		}
		return this;
	}

	List<String> violations() {
		return this.violations;
	}

	long reads() {
		return this.reads;
	}

	long hitsAfterKill() {
		return this.hitsAfterKill;
	}

	private void fault() throws IOException {
		List<Path> files;
		fill();
		try (Stream<Path> all = Files.walk(this.files)) {
			files = all.filter((file) -> file.toString().endsWith(".seg")).sorted().toList();
		}
		if (files.isEmpty()) {
			return;
		}
		Damage damage = this.damages.next();
		this.faults.add(damage.toString());
		switch (damage) {
			case NONE -> {
			}
			case FLIP -> {
				for (int i = 0; i < FLIPPED; i++) {
					flip(files.get(this.random.nextInt(files.size())));
				}
			}
			case TRUNCATE -> {
				try (RandomAccessFile file = new RandomAccessFile(files.get(files.size() - 1).toFile(), "rw")) {
					file.setLength(file.length() - Math.min(file.length(), this.random.nextInt(5_000)));
				}
			}
		}
	}

	/** Fills a small file system up to some bytes, or frees it. */
	private void fill() throws IOException {
		Path filler = this.files.resolveSibling("filler");
		Files.deleteIfExists(filler);
		FileStore store = Files.getFileStore(this.files);
		if (store.getTotalSpace() <= SMALL_BYTES && this.random.nextBoolean()) {
			this.faults.add("full");
			Files.write(filler, new byte[(int) Math.max(0, store.getUsableSpace() - this.random.nextInt(300_000))]);
		}
	}

	private void flip(Path damaged) throws IOException {
		try (RandomAccessFile file = new RandomAccessFile(damaged.toFile(), "rw")) {
			if (file.length() > 0) {
				long place = (long) (this.random.nextDouble() * file.length());
				file.seek(place);
				int before = file.read();
				file.seek(place);
				file.write(before ^ (1 + this.random.nextInt(255)));
			}
		}
	}

	private void start() throws IOException, InterruptedException {
		long clock = this.clocks.next();
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions",
				"-XX:-BytecodeVerificationRemote", "-cp", System.getProperty("java.class.path"),
				RestartedCache.class.getName(), this.folder.toString(), this.files.toString(), this.versions,
				this.planted.name(), String.valueOf(this.random.nextLong()), String.valueOf(clock))
			.redirectError(this.folder.resolve("errors").toFile())
			.start();
		this.starts++;
		int until = MIN_READS + this.random.nextInt(MORE_READS);
		boolean kill = this.kills.next();
		try (BufferedReader lines = process.inputReader()) {
			String[] progress = follow(lines, until);
			if (kill) {
				// The process' own method would also close the stream that is still read.
				new ProcessBuilder("kill", "-KILL", String.valueOf(process.pid())).start().waitFor();
			}
			else {
				process.getOutputStream().close();
			}
			String[] last = follow(lines, Long.MAX_VALUE);
			String[] counts = (last != null) ? last : progress;
			if (counts == null && this.violations.isEmpty()) {
				throw new IllegalStateException("Nothing was read: " + Files.readString(this.folder.resolve("errors")));
			}
			if (counts == null) {
				return;
			}
			this.reads += Long.parseLong(counts[1]);
			this.hits += Long.parseLong(counts[2]);
			this.hitsAfterKill += this.killed ? Long.parseLong(counts[2]) : 0;
			this.killed = kill;
			this.faults.add((kill ? "kill" : "end") + ((clock != 0) ? " at " + clock : ""));
		}
		finally {
			process.destroyForcibly().waitFor();
		}
	}

	/** Reads lines to the end, or until there are enough reads or a violation. */
	private String @Nullable [] follow(BufferedReader lines, long until) throws IOException {
		String[] progress = null;
		for (String line = lines.readLine(); line != null; line = lines.readLine()) {
			if (Stream.of(RestartedCache.STALE, RestartedCache.WRONG, RestartedCache.OLD).anyMatch(line::startsWith)) {
				this.violations.add(line);
				return progress;
			}
			if (line.startsWith(RestartedCache.PROGRESS)) {
				progress = line.split(" ", -1);
				if (Long.parseLong(progress[1]) >= until) {
					return progress;
				}
			}
		}
		return progress;
	}

	private enum Damage {

		NONE, FLIP, TRUNCATE

	}

	@Override
	public String toString() {
		return "%d starts, %d reads, %d found in the tier, %d of them after a kill, violations %s, faults %s"
			.formatted(this.starts, this.reads, this.hits, this.hitsAfterKill, this.violations, this.faults);
	}

}
