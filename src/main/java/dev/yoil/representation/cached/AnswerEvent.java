package dev.yoil.representation.cached;

import java.util.Objects;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.representation.RepresentationReturnValueHandler.Sent;
import dev.yoil.representation.cached.Routes.Route;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.HandlerMapping;

/**
 * An answer, in a flight recording: of a cache in front of MVC, or of MVC. Its fields are
 * only read there. It says nothing of who asked, nor of what stands in a query, a header
 * or a body.
 */
@Name("dev.yoil.Answer")
@Label("Answer")
@Category("Yoil")
@Description("A request was answered; what filters in front of the caches refuse is not among them")
@SuppressWarnings("unused") // The fields are read by who reads the recording.
@StackTrace(false)
@Threshold("10 ms")
final class AnswerEvent extends Event {

	private static final int LONGEST_PATH = 200;

	@Label("Method")
	private @Nullable String method;

	@Label("Route")
	@Description("The pattern of the path, or the path if no controller has it")
	private @Nullable String route;

	@Label("Status")
	private int status;

	@Label("Bytes")
	@Description("The length of the body; -1 if it is not known")
	@DataAmount
	private long bytes;

	@Label("Coding")
	private @Nullable String coding;

	@Label("From")
	@Description("How the cache answered that was asked last: HIT, MISS, SHARED, STALE, or NONE if none was asked")
	private @Nullable String from;

	@Label("Load")
	@Description("Spent on loading values for caches")
	@Timespan
	private long load;

	@Label("Wait")
	@Description("Spent on waiting for another's load")
	@Timespan
	private long wait;

	@Label("Write")
	@Description("Spent on turning values into bytes: JSON and gzip")
	@Timespan
	private long write;

	@Label("Send")
	@Description("Spent on handing the bytes to the connection; 0 where they go there while they are made")
	@Timespan
	private long send;

	void hit(Route taken, boolean stale, Sent sent, HttpServletRequest request, HttpServletResponse response) {
		this.route = taken.pattern();
		this.from = (stale ? CacheLookup.Result.STALE : CacheLookup.Result.HIT).name();
		this.bytes = sent.bytes();
		this.send = sent.nanos();
		record(request, response);
	}

	/**
	 * Records what the calling thread answered, after a load or without a cache.
	 * @param sent what it sent, if that was a representation
	 */
	void other(@Nullable Sent sent, HttpServletRequest request, HttpServletResponse response) {
		Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		this.route = (pattern instanceof String text && !isAny(text)) ? text : path(request);
		this.from = CacheLookup.get().result().name();
		TimeSpent spent = TimeSpent.get();
		this.load = spent.nanos(On.LOAD);
		this.wait = spent.nanos(On.WAIT);
		this.write = spent.nanos(On.WRITE);
		this.bytes = (sent != null) ? sent.bytes() : length(request, response);
		this.send = (sent != null) ? sent.nanos() : 0;
		record(request, response);
	}

	private void record(HttpServletRequest request, HttpServletResponse response) {
		this.method = request.getMethod();
		this.status = response.getStatus();
		this.coding = Objects.requireNonNullElse(response.getHeader("Content-Encoding"), "identity");
		commit();
	}

	/**
	 * The one of static files, under which there is everything that no controller has.
	 */
	private static boolean isAny(String pattern) {
		return pattern.equals("/**");
	}

	private static String path(HttpServletRequest request) {
		String path = request.getRequestURI();
		// What clients think up, or put behind a semicolon, is not for a recording.
		int parameters = path.indexOf(';');
		int end = Math.min((parameters < 0) ? path.length() : parameters, LONGEST_PATH);
		return path.substring(0, end);
	}

	private static long length(HttpServletRequest request, HttpServletResponse response) {
		if (request.getMethod().equals("HEAD") || response.getStatus() == HttpServletResponse.SC_NOT_MODIFIED) {
			return 0;
		}
		String length = response.getHeader("Content-Length");
		return (length != null) ? Long.parseLong(length) : -1;
	}

}
