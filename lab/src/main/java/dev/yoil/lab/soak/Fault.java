package dev.yoil.lab.soak;

/**
 * A fault of a soak.
 */
enum Fault {

	/** {@code kill -9}, and a start. */
	INSTANCE_KILLED(true),

	/** {@code SIGTERM}, and a start. A proxy sends requests to the other instances. */
	INSTANCE_RESTARTED(true),

	/** {@code SIGSTOP}, then {@code SIGCONT}. */
	INSTANCE_SUSPENDED(true),

	/** An operator empties all caches. */
	CACHES_CLEARED(false),

	/** A thousand connections that send nothing. */
	CONNECTIONS(false),

	/** PostgreSQL keeps its connections and does not answer. */
	DATABASE_SUSPENDED(true),

	/** PostgreSQL ends all connections. */
	DATABASE_DISCONNECTED(true),

	/** PostgreSQL refuses writes. */
	DATABASE_READ_ONLY(true),

	/** Redis keeps its connections and does not answer. */
	REDIS_SUSPENDED(false);

	private final boolean failing;

	Fault(boolean failing) {
		this.failing = failing;
	}

	/**
	 * {@return whether requests may fail}
	 * @param several whether there are several instances behind a proxy
	 */
	boolean isFailing(boolean several) {
		return this.failing && !(several && this == INSTANCE_RESTARTED);
	}

	/**
	 * {@return whether an instance starts again}
	 */
	boolean isRestart() {
		return this == INSTANCE_KILLED || this == INSTANCE_RESTARTED;
	}

	/**
	 * {@return whether it breaks the same as another one}
	 */
	boolean isLike(Fault other) {
		return subject().equals(other.subject());
	}

	/**
	 * {@return whether it needs more than an instance}
	 */
	boolean needsSurroundings() {
		return subject().equals("DATABASE") || subject().equals("REDIS");
	}

	private String subject() {
		return name().substring(0, (name() + "_").indexOf('_'));
	}

}
