package dev.yoil.ehcache.internal.label;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import dev.yoil.support.FullRun;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

/**
 * Runs a load that reads an entry of another region while both regions change, in the
 * interleavings that Lincheck chooses.
 */
@Timeout(120)
class LabelModelCheckingTests {

	private static final int INTERLEAVINGS = FullRun.count(100, 500);

	/** An upper bound: the check ends at the fault. */
	private static final int MANY = 20_000;

	private static final Set<String> BOTH = new LinkedHashSet<>(List.of("outer", "inner"));

	@Test
	void storesNothingOlderThanAChange() throws Exception {
		check(Reads.class);
	}

	@Test
	void storesNothingOlderThanTwoChanges() throws Exception {
		check(Reads.class, INTERLEAVINGS, List.of("load"), List.of("change"), List.of("change"));
	}

	/**
	 * Lincheck repeats what it finds to trace it. A garbage collection of a cell makes
	 * the repetition differ, and Lincheck then reports the finding with another
	 * exception.
	 */
	@ParameterizedTest
	@ValueSource(classes = { KillsInOnePhase.class, TakesTheLabelLate.class })
	void findsAPlantedLoadOlderThanAChange(Class<?> planted) {
		assertThatThrownBy(() -> check(planted, MANY, List.of("load"), List.of("change")))
			.isInstanceOfAny(LincheckAssertionError.class, IllegalStateException.class)
			.hasMessageContaining("findsNothingOlder(): false");
	}

	@Test
	@Tag("full")
	void findsAPlantedDeadEntry() {
		assertThatThrownBy(() -> check(StoresWithoutAnotherLook.class, MANY, List.of("load"), List.of("change")))
			.isInstanceOfAny(LincheckAssertionError.class, IllegalStateException.class)
			.hasMessageContaining("holdsNothingDead(): false");
	}

	private static void check(Class<?> type) throws Exception {
		check(type, INTERLEAVINGS, List.of("load"), List.of("change"));
	}

	@SafeVarargs
	private static void check(Class<?> type, int interleavings, List<String>... threads) throws Exception {
		new ModelCheckingOptions().iterations(0)
			.addCustomScenario(
					new ExecutionScenario(List.of(), Stream.of(threads).map((names) -> actors(type, names)).toList(),
							actors(type, List.of("findsNothingOlder", "holdsNothingDead")), null))
			.invocationsPerIteration(interleavings)
			.minimizeFailedScenario(false)
			.sequentialSpecification(NeverStale.class)
			.addGuarantee(
					forClasses("java.util.concurrent.ConcurrentHashMap", "java.lang.ref.ReferenceQueue").allMethods()
						.treatAsAtomic())
			.check(type);
	}

	private static List<Actor> actors(Class<?> type, List<String> names) {
		return names.stream().map((name) -> {
			try {
				return new Actor(type.getMethod(name), List.of());
			}
			catch (NoSuchMethodException ex) {
				throw new IllegalArgumentException(name, ex);
			}
		}).toList();
	}

	private record Entry(Label label, int version) {
	}

	/** Expected results in every interleaving. */
	public static class NeverStale {

		public void load() {
		}

		public void change() {
		}

		public boolean findsNothingOlder() {
			return true;
		}

		public boolean holdsNothingDead() {
			return true;
		}

	}

	/** A source, and an entry computed from another entry. */
	public static class Reads {

		final Labels labels = new Labels();

		final AtomicInteger source = new AtomicInteger();

		private final AtomicReference<@Nullable Entry> outer = new AtomicReference<>();

		private final AtomicReference<@Nullable Entry> inner = new AtomicReference<>();

		public Reads() {
			load();
			this.outer.set(null);
		}

		public void load() {
			Label label = this.labels.of("whole", Set.of("outer"));
			store(this.outer, new Entry(label, readInner()));
		}

		int readInner() {
			Entry present = this.inner.get();
			if (present != null && !present.label().isDead()) {
				return present.version();
			}
			Label label = this.labels.of("whole", Set.of("inner"));
			Entry read = new Entry(label, this.source.get());
			store(this.inner, read);
			return read.version();
		}

		final void store(AtomicReference<@Nullable Entry> place, Entry entry) {
			entry.label().add(this, entry);
			place.set(entry);
			if (looksAgain() && entry.label().isDead()) {
				place.compareAndSet(entry, null);
			}
		}

		boolean looksAgain() {
			return true;
		}

		AtomicReference<@Nullable Entry> outer() {
			return this.outer;
		}

		public void change() {
			this.source.incrementAndGet();
			remove(kill(BOTH));
		}

		Set<Cell> kill(Set<String> regions) {
			return this.labels.change(regions).cells();
		}

		private void remove(Set<Cell> cells) {
			for (Cell cell : cells) {
				Set<Object> dead = cell.entries(this);
				if (dead != null) {
					dead.forEach((entry) -> {
						this.outer.compareAndSet((Entry) entry, null);
						this.inner.compareAndSet((Entry) entry, null);
					});
				}
			}
		}

		public boolean findsNothingOlder() {
			Entry found = this.outer.get();
			return found == null || found.label().isDead() || found.version() == this.source.get();
		}

		public boolean holdsNothingDead() {
			return Stream.of(this.outer.get(), this.inner.get())
				.noneMatch((entry) -> entry != null && entry.label().isDead());
		}

	}

	/** Planted fault: regions change one after the other. */
	public static class KillsInOnePhase extends Reads {

		@Override
		Set<Cell> kill(Set<String> regions) {
			Set<Cell> killed = new LinkedHashSet<>();
			regions.forEach((region) -> killed.addAll(super.kill(Set.of(region))));
			return killed;
		}

	}

	/** Planted fault: reads before it takes the label. */
	public static class TakesTheLabelLate extends Reads {

		@Override
		public void load() {
			int read = readInner();
			store(outer(), new Entry(this.labels.of("whole", Set.of("outer")), read));
		}

	}

	/** Planted fault: does not check the label after it stored the entry. */
	public static class StoresWithoutAnotherLook extends Reads {

		@Override
		boolean looksAgain() {
			return false;
		}

	}

}
