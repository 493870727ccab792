package dev.yoil.lab.load;

import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A user: asks, waits for the answer, and does what its lane has it do then. All of it
 * happens on the event loop of that.
 */
final class User {

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
	 * @param draw what it asks for
	 * @param next what it does once that has ended
	 */
	User(Lane lane, Supplier<Requests.Request> draw, Consumer<User> next) {
		this.lane = lane;
		this.draw = draw;
		this.next = next;
		this.request = draw.get();
	}

	/**
	 * Asks.
	 * @param wanted when it was to, in nanoseconds since the load began: time counts from
	 * then even if the lane was late
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

	/**
	 * Takes note of an answer.
	 * @param from the connection it came by
	 * @param status of HTTP
	 */
	void answered(Connection from, int status) {
		if (from != this.connection || !this.asking) {
			return;
		}
		ended((status >= FIRST_GOOD && status <= LAST_GOOD) ? null : Integer.toString(status));
	}

	/**
	 * Takes note that there will not be an answer by a connection, and closes that.
	 * @param from the connection that failed
	 * @param kind of error
	 */
	void failed(Connection from, String kind) {
		if (from != this.connection) {
			return;
		}
		disconnect();
		if (this.asking) {
			ended(kind);
		}
	}

	/**
	 * Takes note that a connection was closed.
	 * @param from which one
	 */
	void disconnected(Connection from) {
		if (from != this.connection) {
			return;
		}
		this.connection = null;
		if (!this.asking) {
			return;
		}
		if (from.isStale() && !this.lane.isOver()) {
			// Closed between requests: this one only crossed the end of the connection.
			connect();
		}
		else {
			ended(ErrorKinds.CONNECTION_CLOSED);
		}
	}

	/**
	 * Gives up the request if it has been waiting for too long.
	 * @param before for one asked before it, in nanoseconds since the load began
	 */
	void giveUp(long before) {
		if (this.asking && this.asked < before && this.connection != null) {
			failed(this.connection, this.connection.isEstablished() ? ErrorKinds.NO_ANSWER : ErrorKinds.NO_CONNECTION);
		}
	}

	private void ended(@Nullable String error) {
		if (!this.lane.count(this.request.target(), this.asked, error)) {
			// The load was over first: the request stays in flight.
			return;
		}
		this.asking = false;
		this.request = this.draw.get();
		if (ErrorKinds.NO_CONNECTION.equals(error) && !this.lane.usersLeave()) {
			this.lane.later(() -> this.next.accept(this));
		}
		else {
			this.next.accept(this);
		}
	}

	/**
	 * Tells whether a request is in flight.
	 * @return true from when it is sent until it has ended
	 */
	boolean isAsking() {
		return this.asking;
	}

	/** Closes the connection. */
	void disconnect() {
		Connection open = this.connection;
		this.connection = null;
		if (open != null) {
			open.close();
		}
	}

}
