package dev.yoil.ehcache.policy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class UntilTests {

	private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

	private static final Instant END = Instant.parse("2036-01-01T00:00:00Z");

	@ParameterizedTest
	@CsvSource({
			// Midnight does not exist there on this day.
			"0 0 0 * * *, America/Santiago, 2026-09-05T12:00:00Z, 2026-09-06T04:00:00Z",
			"0 30 2 * * *, Europe/Paris, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z",
			"0 0 3 * * *, Europe/Paris, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z",
			// The clock shows it twice.
			"0 30 2 * * *, Europe/Paris, 2026-10-25T00:00:00Z, 2026-10-25T00:30:00Z",
			"0 30 2 * * *, Europe/Paris, 2026-10-25T00:30:00Z, 2026-10-25T01:30:00Z",
			// The clock goes back by half an hour.
			"0 45 1 * * *, Australia/Lord_Howe, 2026-04-04T14:45:00Z, 2026-04-04T15:15:00Z",
			"0 0 0 29 2 *, Asia/Seoul, 2026-01-01T00:00:00Z, 2028-02-28T15:00:00Z",
			"0 0 0 6 9 *, America/Santiago, 2026-01-01T00:00:00Z, 2026-09-06T04:00:00Z",
			"59 59 23 31 12 *, UTC, 2026-01-01T00:00:00.999Z, 2026-12-31T23:59:59Z" })
	void isTheFirstMomentThatTheClockShowsOrSkips(String cron, String zone, Instant after, Instant next) {
		Until until = new Until(cron, ZoneId.of(zone));
		assertThat(Instant.ofEpochMilli(until.next(after.toEpochMilli()))).isEqualTo(next);
	}

	@Test
	void agreesWithTheClocksOfAllZonesForTenYears() {
		// Zones whose clocks are set at the same moments show the same.
		Map<List<ZoneOffsetTransition>, ZoneId> zones = new HashMap<>();
		ZoneId.getAvailableZoneIds()
			.stream()
			.sorted()
			.map(ZoneId::of)
			.forEach((zone) -> zones.put(changes(zone), zone));
		List<String> wrong = new ArrayList<>();
		long compared = 0;
		for (Map.Entry<List<ZoneOffsetTransition>, ZoneId> zone : zones.entrySet()) {
			for (ZoneOffsetTransition change : zone.getKey()) {
				compared += compare(zone.getValue(), change, wrong);
			}
		}
		assertThat(wrong).isEmpty();
		assertThat(compared).isGreaterThan(100_000);
	}

	private static List<ZoneOffsetTransition> changes(ZoneId zone) {
		List<ZoneOffsetTransition> changes = new ArrayList<>();
		ZoneOffsetTransition next = zone.getRules().nextTransition(BEGIN);
		while (next != null && next.getInstant().isBefore(END)) {
			changes.add(next);
			next = zone.getRules().nextTransition(next.getInstant());
		}
		if (changes.isEmpty()) {
			// Its clock is never set. Any moment will do.
			ZoneOffset offset = zone.getRules().getOffset(BEGIN);
			changes.add(ZoneOffsetTransition.of(BEGIN.atOffset(offset).toLocalDateTime(), offset, ZoneOffset.MAX));
		}
		return changes;
	}

	private static int compare(ZoneId zone, ZoneOffsetTransition change, List<String> wrong) {
		long at = change.getInstant().toEpochMilli();
		ShownTimes model = new ShownTimes(zone, at - Duration.ofHours(30).toMillis(), 60 * 60);
		int compared = 0;
		for (List<LocalTime> times : times(change)) {
			BitSet minutes = new BitSet();
			times.forEach((time) -> minutes.set(60 * time.getHour() + time.getMinute()));
			int[] comings = model.comings(minutes);
			Until until = new Until(cron(times), zone);
			for (long minute : new long[] { -24 * 60, -90, -60, -31, -30, -1, 0, 1, 15, 29, 30, 59, 60, 90, 120 }) {
				for (long offset = -1; offset <= 1; offset++) {
					long moment = at + Duration.ofMinutes(minute).toMillis() + offset;
					compared++;
					if (until.next(moment) != model.next(comings, moment)) {
						wrong.add("%s \"%s\" after %s: %s, not %s".formatted(zone, until.cron(),
								Instant.ofEpochMilli(moment), Instant.ofEpochMilli(until.next(moment)),
								Instant.ofEpochMilli(model.next(comings, moment))));
					}
				}
			}
		}
		return compared;
	}

	/** Returns times of a day: single ones around the change, and those of each hour. */
	private static List<List<LocalTime>> times(ZoneOffsetTransition change) {
		LocalTime before = change.getDateTimeBefore().toLocalTime();
		LocalTime after = change.getDateTimeAfter().toLocalTime();
		LocalTime within = before.plus(change.getDuration().dividedBy(2)).withSecond(0);
		List<List<LocalTime>> times = new ArrayList<>(List.of(List.of(LocalTime.MIDNIGHT), List.of(LocalTime.NOON),
				List.of(before), List.of(after), List.of(within), List.of(within.plusMinutes(1))));
		for (int minute : new int[] { 0, 30 }) {
			List<LocalTime> hourly = new ArrayList<>();
			for (int hour = 0; hour < 24; hour++) {
				hourly.add(LocalTime.of(hour, minute));
			}
			times.add(hourly);
		}
		return times;
	}

	private static String cron(List<LocalTime> times) {
		LocalTime first = times.get(0);
		return "0 " + first.getMinute() + " " + ((times.size() > 1) ? "*" : first.getHour()) + " * * *";
	}

}
