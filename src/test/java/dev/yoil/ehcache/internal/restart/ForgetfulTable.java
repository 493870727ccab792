package dev.yoil.ehcache.internal.restart;

import java.util.Map;
import java.util.SortedSet;
import java.util.function.Consumer;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;

/**
 * {@link PlantedFault#NO_VERSION}: a table that has the secret only.
 */
record ForgetfulTable(RegionTable table) implements RegionTable {

	@Override
	public boolean isPartOfTransaction() {
		return this.table.isPartOfTransaction();
	}

	@Override
	public Map<String, RegionVersion> increment(SortedSet<String> regions) {
		return Map.of();
	}

	@Override
	public void incrementLater(SortedSet<String> regions, Consumer<Map<String, RegionVersion>> listener) {
		listener.accept(Map.of());
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> committed) {
		// There are none.
	}

	@Override
	public Map<String, RegionVersion> read() {
		return Map.of(SECRET, this.table.read().get(SECRET));
	}

}
