package dev.yoil.ehcache.internal.restart;

import java.time.Duration;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Consumer;

import dev.yoil.ehcache.region.RegionIncrement;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;

/**
 * {@link PlantedFault#NO_VERSION}: a table that has the secret only.
 */
record ForgetfulTable(RegionTable table) implements RegionTable {

	@Override
	public boolean isPartOfTransaction() {
		return this.table.isPartOfTransaction();
	}

	@Override
	public Map<String, RegionIncrement> increment(SortedSet<String> regions) {
		return Map.of();
	}

	@Override
	public void runLater(Runnable task, Duration delay) {
		task.run();
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> committed) {
		// There are none.
	}

	@Override
	public RegionRead read(@Nullable RegionRead last, Consumer<Map<String, RegionVersion>> parts) {
		parts.accept(Map.of(SECRET, this.table.read().get(SECRET)));
		return RegionRead.ofAll(0);
	}

	@Override
	public void prune(int kept) {
		this.table.prune(kept);
	}

}
