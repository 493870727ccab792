package dev.yoil.lab.load;

import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A user: sends a request, waits for the answer, and then does what its lane decides.
 * Runs on one event loop.
 */
final class User {

	static final String TOO_SLOW = "too slow";

	static final String NO_ANSWER = "no answer";

	static final String NO_CONNECTION = "no connection";

	static final String CONNECTION_CLOSED = "connection closed";

	static final String MALFORMED = "malformed answer";

	private static final int FIRST_GOOD = 200;

	private static final int LAST_GOOD = 399;

	private final Lane lane;

	private final Supplier<Requests.Request> draw;

	private final Consumer<User> next;

	private Requests.Request request;

	private @Nullable Connection connection;

	private long asked;

	private boolean asking;

	/**
	 * Creates a user.
	 * @param draw returns the next request
	 * @param next called once a request has ended
	 */
	User(Lane lane, Supplier<Requests.Request> draw, Consumer<User> next) {
		this.lane = lane;
		this.draw = draw;
		this.next = next;
		this.request = draw.get();
	}

	/**
	 * Sends a request.
	 * @param wanted intended start, in nanoseconds since the load began, from which its
	 * latency runs
	 */
	void ask(long wanted) {
		this.asked = wanted;
		this.asking = true;
		if (this.connection != null && this.connection.isOpen()) {
			this.connection.send(this.request);
		}
		else {
			connect();
		}
	}

	private void connect() {
		disconnect();
		this.connection = new Connection(this);
		this.connection.open(this.lane.bootstrap(), this.request);
	}

	void answered(Connection from, int status) {
		if (from != this.connection || !this.asking) {
			return;
		}
		ended((status >= FIRST_GOOD && status <= LAST_GOOD) ? null : Integer.toString(status));
	}

	/** Handles a failed connection. */
	void failed(Connection from, String kind) {
		if (from != this.connection) {
			return;
		}
		disconnect();
		if (this.asking) {
			ended(kind);
		}
	}

	/** Handles a closed connection. */
	void disconnected(Connection from) {
		if (from != this.connection) {
			return;
		}
		this.connection = null;
		if (!this.asking) {
			return;
		}
		if (from.isStale() && !this.lane.isOver()) {
			// Closed between requests: this one crossed the end of the connection.
			connect();
		}
		else {
			ended(CONNECTION_CLOSED);
		}
	}

	/** Gives up a request that started before a time. */
	void giveUp(long before) {
		if (this.asking && this.asked < before && this.connection != null) {
			failed(this.connection, this.connection.isEstablished() ? NO_ANSWER : NO_CONNECTION);
		}
	}

	private void ended(@Nullable String error) {
		if (!this.lane.count(this.request.target(), this.asked, error)) {
			// The load is over: the request stays in flight.
			return;
		}
		this.asking = false;
		this.request = this.draw.get();
		if (NO_CONNECTION.equals(error) && !this.lane.usersLeave()) {
			this.lane.later(() -> this.next.accept(this));
		}
		else {
			this.next.accept(this);
		}
	}

	/** Returns whether a request is in flight. */
	boolean isAsking() {
		return this.asking;
	}

	void disconnect() {
		Connection open = this.connection;
		this.connection = null;
		if (open != null) {
			open.close();
		}
	}

}
