package dev.yoil.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import static org.awaitility.Awaitility.await;

/**
 * A flight recording of selected events of this JVM, without a threshold.
 */
public final class FlightRecording implements AutoCloseable {

	private final Recording recording = new Recording();

	private final Set<String> names;

	/**
	 * Starts a recording.
	 * @param events names of events without their common prefix
	 */
	public FlightRecording(String... events) {
		this.names = Stream.of(events).map("dev.yoil."::concat).collect(Collectors.toSet());
		this.names.forEach((name) -> this.recording.enable(name).withThreshold(Duration.ZERO));
		this.recording.start();
	}

	/**
	 * Ends the recording and reads it.
	 */
	public List<RecordedEvent> events() throws IOException {
		this.recording.stop();
		return read();
	}

	/**
	 * Waits for events of other threads, ends the recording, and reads it.
	 * @param number the minimum number of events
	 */
	public List<RecordedEvent> events(int number) throws IOException {
		await().until(() -> read().size() >= number);
		return events();
	}

	private List<RecordedEvent> read() throws IOException {
		Path file = Files.createTempFile("recording", ".jfr");
		try {
			this.recording.dump(file);
			// Others are enabled by default.
			return RecordingFile.readAllEvents(file)
				.stream()
				.filter((event) -> this.names.contains(event.getEventType().getName()))
				.toList();
		}
		finally {
			Files.delete(file);
		}
	}

	@Override
	public void close() {
		this.recording.close();
	}

}
