package dev.yoil.ehcache.internal.whatif;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * The predicted figures of a cache with other capacities and TTLs. All counts have a
 * half-life of one hour.
 *
 * @param capacity the present capacity in entries
 * @param ttl the present TTL; {@code null} for none
 * @param lookups the lookups of the real cache
 * @param measured the figures of the real cache; {@code null} before the first lookup
 * @param knee the smallest shown capacity that keeps 99.9 % of the hits of the best shown
 * one, with the present TTL; {@code null} if no larger one is shown
 * @param capacities the capacities of the rows in ascending order; {@code null} for an
 * unbounded cache
 * @param ttls the TTLs of the columns in ascending order; {@code null} for no TTL
 * @param cells the prediction per capacity and TTL; {@code null} if it would not be
 * meaningful yet
 */
public record WhatIf(long capacity, @Nullable String ttl, long lookups, @Nullable Measured measured,
		@Nullable Long knee, List<@Nullable Long> capacities, List<@Nullable String> ttls,
		List<List<@Nullable Cell>> cells) {

	/** The figures of a cache that is not simulated. */
	public static final WhatIf NONE = new WhatIf(0, null, 0, null, null, Collections.emptyList(),
			Collections.emptyList(), List.of());

	/**
	 * {@return the prediction for the present configuration; {@code null} if it is not
	 * meaningful yet}
	 */
	public @Nullable Cell present() {
		return cell(this.capacity, this.ttl);
	}

	/**
	 * {@return the prediction for a capacity and a TTL of this table; {@code null} if it
	 * is not in the table or not meaningful yet}
	 */
	public @Nullable Cell cell(@Nullable Long capacity, @Nullable String ttl) {
		int row = this.capacities.indexOf(capacity);
		int column = this.ttls.indexOf(ttl);
		return (row >= 0 && column >= 0) ? this.cells.get(row).get(column) : null;
	}

	/**
	 * {@return the hit ratio of a capacity with the present TTL; 0 if it is not known}
	 */
	public double hitRatio(long other) {
		Cell cell = cell(other, this.ttl);
		return (cell != null) ? cell.hitRatio() : 0;
	}

	/**
	 * Interpolates between the cells of this table, by the logarithms of capacity and
	 * TTL.
	 * @param other the TTL; {@code null} for none
	 * @return {@code null} if it is outside of the table or a cell is not meaningful yet
	 */
	public @Nullable Cell predicted(long other, @Nullable Duration otherTtl) {
		double row = position(this.capacities.stream().map((each) -> (each != null) ? (double) each : null).toList(),
				(double) other);
		double column = position(this.ttls.stream().map(WhatIf::millis).toList(),
				(otherTtl != null) ? (double) otherTtl.toMillis() : null);
		if (Double.isNaN(row) || Double.isNaN(column)) {
			return null;
		}
		Cell lower = between(at(Math.floor(row), Math.floor(column)), at(Math.floor(row), Math.ceil(column)), column);
		Cell upper = between(at(Math.ceil(row), Math.floor(column)), at(Math.ceil(row), Math.ceil(column)), column);
		return between(lower, upper, row);
	}

	private @Nullable Cell at(double row, double column) {
		return this.cells.get((int) row).get((int) column);
	}

	private static @Nullable Cell between(@Nullable Cell lower, @Nullable Cell upper, double position) {
		return (lower != null && upper != null) ? lower.mixed(upper, position - Math.floor(position)) : null;
	}

	private static @Nullable Double millis(@Nullable String ttl) {
		return (ttl != null) ? (double) DurationFormatterUtils.detectAndParse(ttl).toMillis() : null;
	}

	/** Returns the place of a value between two steps; not a number outside of them. */
	private static double position(List<@Nullable Double> steps, @Nullable Double value) {
		if (value == null || steps.contains(value)) {
			int index = steps.indexOf(value);
			return (index >= 0) ? index : Double.NaN;
		}
		for (int i = 0; i + 1 < steps.size(); i++) {
			Double from = steps.get(i);
			Double to = steps.get(i + 1);
			if (from != null && to != null && from < value && value < to) {
				return i + Math.log(value / from) / Math.log(to / from);
			}
		}
		return Double.NaN;
	}

	/**
	 * {@return the capacities above the present one, in ascending order}
	 */
	public Stream<Long> largerCapacities() {
		return this.capacities.stream().filter((each) -> each != null && each > this.capacity);
	}

	/**
	 * {@return the TTLs above the present one, in ascending order}
	 */
	public Stream<String> longerTtls() {
		return this.ttls.stream().skip(this.ttls.indexOf(this.ttl) + 1L).filter(Objects::nonNull);
	}

	/**
	 * The figures of the real cache.
	 *
	 * @param hitRatio from 0 to 1
	 * @param loadsPerSecond all loads, including refreshes
	 * @param databaseMillisPerSecond the time of these loads
	 */
	public record Measured(double hitRatio, double loadsPerSecond, double databaseMillisPerSecond) {
	}

	/**
	 * The prediction for one capacity and TTL.
	 *
	 * @param hitRatio from 0 to 1
	 * @param loadsPerSecond misses and refreshes
	 * @param databaseMillisPerSecond the time of these loads; 0 before the first measured
	 * load
	 * @param bytes the size of its entries; {@code null} if the size of an entry is
	 * unknown
	 * @param sampledKeys the simulated keys
	 */
	public record Cell(double hitRatio, double loadsPerSecond, double databaseMillisPerSecond, @Nullable Long bytes,
			int sampledKeys) {

		/** Mixes two predictions, of which the other one has a weight from 0 to 1. */
		private Cell mixed(Cell other, double weight) {
			return new Cell(mixed(this.hitRatio, other.hitRatio, weight),
					mixed(this.loadsPerSecond, other.loadsPerSecond, weight),
					mixed(this.databaseMillisPerSecond, other.databaseMillisPerSecond, weight),
					(this.bytes != null && other.bytes != null) ? Math.round(mixed(this.bytes, other.bytes, weight))
							: null,
					Math.min(this.sampledKeys, other.sampledKeys));
		}

		private static double mixed(double one, double other, double weight) {
			return one + weight * (other - one);
		}

	}

}
