package dev.yoil.ehcache.policy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.BitSet;

/**
 * A model of {@link Until} that looks at the wall clock of a zone each minute: a moment
 * has come when the clock shows it, or has just been set past it. It knows daily
 * expressions without seconds only.
 */
final class ShownTimes {

	private static final int MINUTES_OF_DAY = 1_440;

	private static final long MINUTE = 60_000;

	private final long begin;

	/**
	 * The minute of the day that the clock shows, for each minute since the beginning.
	 */
	private final int[] shown;

	/** By how many minutes the clock was just set forward, 0 if it was not. */
	private final int[] skipped;

	/**
	 * Records what the clock of a zone shows.
	 * @param begin the first moment, a whole minute
	 */
	ShownTimes(ZoneId zone, long begin, int minutes) {
		this.begin = begin;
		this.shown = new int[minutes];
		this.skipped = new int[minutes];
		LocalDateTime before = at(zone, begin - MINUTE);
		for (int i = 0; i < minutes; i++) {
			LocalDateTime now = at(zone, begin + i * MINUTE);
			this.shown[i] = 60 * now.getHour() + now.getMinute();
			this.skipped[i] = (int) Math.max(0, Duration.between(before, now).toMinutes() - 1);
			before = now;
		}
	}

	private static LocalDateTime at(ZoneId zone, long millis) {
		return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone);
	}

	/**
	 * Returns the first moment after another.
	 * @param comings what {@link #comings} returned
	 */
	long next(int[] comings, long moment) {
		int i = (int) Math.floorDiv(moment - this.begin, MINUTE) + 1;
		return this.begin + comings[i] * MINUTE;
	}

	/**
	 * Returns for each minute the first one from then on at which a moment comes.
	 * @param minutes the minutes of the day that the expression names
	 */
	int[] comings(BitSet minutes) {
		int[] comings = new int[this.shown.length];
		int next = Integer.MAX_VALUE;
		for (int i = comings.length - 1; i >= 0; i--) {
			next = hasCome(minutes, i) ? i : next;
			comings[i] = next;
		}
		return comings;
	}

	private boolean hasCome(BitSet minutes, int i) {
		for (int back = 0; back <= this.skipped[i]; back++) {
			if (minutes.get(Math.floorMod(this.shown[i] - back, MINUTES_OF_DAY))) {
				return true;
			}
		}
		return false;
	}

}
