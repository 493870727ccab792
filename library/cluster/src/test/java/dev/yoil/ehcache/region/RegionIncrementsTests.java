package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Increments that wait for the database.
 */
class RegionIncrementsTests {

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, Duration.ofMinutes(1));

	private final TransactionTemplate transaction = new TransactionTemplate((PlatformTransactionManager) this.table);

	private void changeLate(String... names) {
		this.table.leaveTransactions();
		this.transaction.executeWithoutResult((status) -> this.regions.changed(names));
	}

	@Test
	void areLimited() {
		this.table.set(RegionTable.SECRET, 1);
		changeLate(IntStream.range(0, RegionIncrements.MAX_DUE).mapToObj(String::valueOf).toArray(String[]::new));
		changeLate("more");
		changeLate("even more");
		changeLate("0");
		this.table.incrementLate();
		this.regions.catchUp();
		assertThat(this.table.read()).hasSize(RegionIncrements.MAX_DUE + 1).doesNotContainKey("more");
		assertThat(this.regions.state(Set.of("0"))).as("after a restart only").isNull();
	}

}
