package dev.yoil.ehcache.region;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Labels;
import org.jspecify.annotations.Nullable;

/**
 * Applies the versions that an instance reads or is notified of: kills the labels of
 * changed regions and removes their entries. Remembers where the next read continues.
 * Thread-safe.
 */
final class RegionUpdates {

	private final RegionVersions versions;

	private final Labels labels;

	private final RegionActions actions;

	private final RegionLease lease;

	private final AtomicReference<@Nullable RegionRead> last = new AtomicReference<>();

	RegionUpdates(RegionVersions versions, Labels labels, RegionActions actions, RegionLease lease) {
		this.versions = versions;
		this.labels = labels;
		this.actions = actions;
		this.lease = lease;
	}

	/**
	 * Reads the versions and applies them.
	 * @return the number of changed rows
	 */
	int read(RegionReader reader) {
		long started = System.nanoTime();
		RegionRead before = this.last.get();
		RegionVersions.Read read = this.versions.read(started);
		RegionRead end = reader.read(before, (part) -> read.part(part, System.nanoTime()));
		int changed = apply(read, end, started);
		// Another read may have gone further. Then the next one has some rows again.
		this.last.compareAndSet(before, end);
		return changed;
	}

	/**
	 * Applies versions that were committed.
	 * @param started the time before which they were committed
	 * @return the number of changed rows
	 */
	int notified(Map<String, RegionVersion> committed, long started) {
		RegionVersions.Read read = this.versions.read(started);
		read.part(committed, System.nanoTime());
		return apply(read, RegionRead.NOTIFIED, started);
	}

	private int apply(RegionVersions.Read read, RegionRead end, long started) {
		List<Change> changes = new ArrayList<>(1);
		int changed = read.end(end, System.nanoTime(), (rows) -> {
			Set<String> regions = RegionRows.regions(rows);
			changes.add(end.gap() ? this.labels.changeAll() : this.labels.change(regions));
			if (end.gap()) {
				this.actions.requestAll();
			}
			else {
				this.actions.request(regions);
			}
		});
		this.actions.retry();
		this.lease.renew(started);
		changes.forEach(this.labels::remove);
		return changed;
	}

}
