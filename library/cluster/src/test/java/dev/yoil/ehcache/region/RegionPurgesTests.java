package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.purge.Purges;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The purges of copies in front of the application, over a table in memory.
 */
class RegionPurgesTests {

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, Duration.ofMinutes(1));

	private final TransactionTemplate transaction = new TransactionTemplate((PlatformTransactionManager) this.table);

	private final List<Set<String>> purged = new ArrayList<>();

	@BeforeEach
	void listen() {
		Purges.of(this.regions).add((changed) -> {
			this.table.log.add("purge " + new TreeSet<>(changed));
			this.purged.add(changed);
		});
	}

	@Test
	void followTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			this.regions.mayHaveChanged("a", "b");
			this.regions.changed("a");
		});
		assertThat(this.table.log).containsExactly("increment [a]", "commit", "wake [a]", "purge [a, b]");
	}

	@Test
	void followARollback() {
		this.transaction.executeWithoutResult((status) -> {
			this.regions.mayHaveChanged("a");
			this.regions.changed("b");
			this.regions.announce(Set.of("c"), () -> null);
			status.setRollbackOnly();
		});
		assertThat(this.table.log).containsExactly("rollback", "purge [a, b, c]");
	}

	@Test
	void followACommitOfUnknownOutcome() {
		this.table.failNextCommit(new TransactionSystemException("The response was lost"));
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> this.transaction.executeWithoutResult((status) -> this.regions.mayHaveChanged("a")));
		assertThat(this.purged).containsExactly(Set.of("a"));
	}

	@Test
	void ofNamedRegionsIncrementAndRemoveNothing() {
		this.transaction.executeWithoutResult((status) -> this.regions.mayHaveChanged("a"));
		this.transaction.setReadOnly(true);
		this.transaction.executeWithoutResult((status) -> this.regions.mayHaveChanged("a"));
		this.regions.mayHaveChanged("a");
		assertThat(this.table.log).containsExactly("commit", "purge [a]", "commit", "purge [a]", "purge [a]");
		assertThatIllegalArgumentException().isThrownBy(() -> this.regions.mayHaveChanged("#1 a"));
	}

	/**
	 * The client then needs a token that covers unknown versions.
	 */
	@Test
	void areReportedUnlessTheVersionsAreCommitted() {
		AtomicInteger reports = new AtomicInteger();
		Regions without = Regions.shared(this.table, Duration.ofMinutes(1));
		Purges.of(without).onUncommitted(reports::incrementAndGet);
		this.transaction.executeWithoutResult((status) -> {
			without.mayHaveChanged("a");
			without.changed("a", "b");
		});
		without.changed("a");
		assertThat(reports).hasValue(0);
		this.transaction.executeWithoutResult((status) -> {
			without.mayHaveChanged("a", "b");
			without.changed("a");
		});
		assertThat(reports).hasValue(1);
		this.transaction.executeWithoutResult((status) -> {
			without.changed("a");
			status.setRollbackOnly();
		});
		assertThat(reports).hasValue(2);
		without.mayHaveChanged("a");
		assertThat(reports).hasValue(3);
		assertThat(Purges.of(without).isEmpty()).isTrue();
	}

}
