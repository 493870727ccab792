package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.SharingInstances;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Findings about several instances.
 */
class SharingRulesTests {

	private final SharingInstances instances = new SharingInstances(Duration.ofMinutes(10));

	@AfterEach
	void stop() {
		this.instances.close();
	}

	private List<Finding> findings() {
		return Findings.all(new InspectedCaches(List.of(this.instances.a.manager), this.instances.clock));
	}

	private Finding only(Rule rule) {
		List<Finding> found = findings();
		assertThat(found).extracting(Finding::rule).containsExactly(rule);
		assertThat(found.get(0).message()).endsWith(".");
		assertThat(found.get(0).remedy()).endsWith(".");
		return found.get(0);
	}

	@Test
	void findsNothingByDefault() {
		this.instances.a.get(SharingInstances.KEY, "value");
		assertThat(findings()).isEmpty();
	}

	@Test
	void findsMissingNotifications() {
		this.instances.a.regions.notified(false);
		only(Rule.CHANGES_NOT_HEARD);
		this.instances.a.regions.notified(true);
		assertThat(findings()).isEmpty();
	}

	@Test
	void findsAnUnavailableSharedTier() {
		this.instances.tier.hold();
		assertThat(only(Rule.TIER_AWAY).attribute()).isEqualTo("scope");
	}

	@Test
	void findsKeysThatCannotBeShared() {
		this.instances.a.get(new NotSerializable(1), "value");
		assertThat(only(Rule.NOT_SHARED).evidence()).containsEntry("tierRefusals", 1L);
	}

	@Test
	void findsKeysWithoutAStableText() {
		this.instances.a.get(List.of(Set.of("a", "b")), "value");
		Finding finding = only(Rule.KEYS_NOT_TOLD_APART);
		assertThat(finding.message()).contains(List.of(1).getClass().getName(), Set.of(1, 2).getClass().getName());
	}

	private record NotSerializable(int number) {
	}

}
