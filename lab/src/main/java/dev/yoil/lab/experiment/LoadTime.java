package dev.yoil.lab.experiment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import org.jspecify.annotations.Nullable;

/**
 * The time of a load, which begins with its first user. A generator needs a while until
 * then; its first second tells when that was. Thread-safe.
 */
final class LoadTime {

	private final Clock clock;

	private final Instant watchedFrom;

	private volatile @Nullable Instant firstUser;

	LoadTime(Clock clock) {
		this.clock = clock;
		this.watchedFrom = clock.instant();
	}

	/** Takes note of a second that has just ended; tells whether it was the first. */
	boolean isFirst(Second second) {
		if (this.firstUser != null) {
			return false;
		}
		Instant began = this.clock.instant().minusSeconds(second.second() + 1L);
		this.firstUser = began.isBefore(this.watchedFrom) ? this.watchedFrom : began;
		return true;
	}

	Instant began() {
		Instant known = this.firstUser;
		return (known != null) ? known : this.watchedFrom;
	}

	/** Tells how long ago the load began. */
	Duration elapsed() {
		return Duration.between(began(), this.clock.instant());
	}

	/**
	 * Brings samples whose time counts from when the service was watched into the time of
	 * the load.
	 */
	List<Sample> of(List<Sample> samples) {
		double ahead = Duration.between(this.watchedFrom, began()).toMillis() / 1000.0;
		Stream<Sample> moved = samples.stream().map((sample) -> new Sample(sample.at() - ahead, sample.values()));
		return moved.filter((sample) -> sample.at() >= 0).toList();
	}

}
