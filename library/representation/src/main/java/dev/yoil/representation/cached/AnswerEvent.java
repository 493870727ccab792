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
 * A Java Flight Recorder event for each response, from a cache or from MVC. It contains
 * no user, query, header or body.
 */
@Name("dev.yoil.Answer")
@Label("Answer")
@Category("Yoil")
@Description("A response, except for requests that filters before the caches refused")
@SuppressWarnings("unused") // Flight Recorder reads the fields.
@StackTrace(false)
@Threshold("10 ms")
final class AnswerEvent extends Event {

	private static final int LONGEST_PATH = 200;

	@Label("Method")
	private @Nullable String method;

	@Label("Route")
	@Description("The path pattern, or the path without a controller")
	private @Nullable String route;

	@Label("Status")
	private int status;

	@Label("Bytes")
	@Description("Length of the body; -1 if unknown")
	@DataAmount
	private long bytes;

	@Label("Coding")
	private @Nullable String coding;

	@Label("From")
	@Description("Result of the last cache lookup: HIT, MISS, SHARED, STALE, or NONE without a lookup")
	private @Nullable String from;

	@Label("Load")
	@Description("Time to load values")
	@Timespan
	private long load;

	@Label("Wait")
	@Description("Time to wait for loads of other threads")
	@Timespan
	private long wait;

	@Label("Write")
	@Description("Time to serialize and compress")
	@Timespan
	private long write;

	@Label("Send")
	@Description("Time to write the bytes to the connection; 0 if they are written while they are produced")
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
	 * Records a response of the calling thread after a load or without a cache.
	 * @param sent the body, if it was a representation
	 */
	void other(@Nullable Sent sent, HttpServletRequest request, HttpServletResponse response) {
		Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		// The pattern of static resources covers all unknown paths.
		this.route = (pattern instanceof String text && !text.equals("/**")) ? text : path(request);
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

	private static String path(HttpServletRequest request) {
		String path = request.getRequestURI();
		// Path parameters and long paths are up to clients and stay out of the recording.
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
