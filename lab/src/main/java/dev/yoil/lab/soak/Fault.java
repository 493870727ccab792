package dev.yoil.lab.soak;

import java.time.Duration;
import java.util.function.Consumer;

import dev.yoil.lab.service.Instance;
import dev.yoil.lab.service.Service;
import dev.yoil.lab.soak.Schedule.Planned;

/**
 * A fault of a soak. Those whose names have the same first word break the same.
 */
enum Fault {

	/** {@code kill -9}, and a start. */
	INSTANCE_KILLED(true, Needs.NOTHING, (faults, planned) -> faults.restart(planned, Instance::kill)),

	/** {@code SIGTERM}, and a start. A proxy sends requests to the other instances. */
	INSTANCE_RESTARTED(true, Needs.NOTHING, (faults, planned) -> faults.restart(planned, faults::end)),

	/** {@code SIGSTOP}, then {@code SIGCONT}. */
	INSTANCE_SUSPENDED(true, Needs.NOTHING, ofInstance(Instance::suspend, Instance::resume)),

	/** An instance can open few more files and connections. */
	INSTANCE_OUT_OF_FILES(true, Needs.LINUX,
			ofInstance((instance) -> instance.limitHandles(true), (instance) -> instance.limitHandles(false))),

	/** {@code kill -9}, inverted bytes in the disk tiers, and a start. */
	INSTANCE_DISK_DAMAGED(true, Needs.DISK, (faults, planned) -> faults.restart(planned, (instance) -> {
		instance.kill();
		faults.service().damageDisk();
	})),

	/**
	 * An instance can write nothing to its disk, then {@code kill -9}, and a start:
	 * threads may stay in H2 after a failed write.
	 */
	INSTANCE_DISK_FULL(true, Needs.LINUX_AND_DISK,
			(faults, planned) -> faults.restart(planned,
					(instance) -> faults.during(planned, instance::fillDisk, instance::kill))),

	/** The clock of an instance is a minute ahead. */
	CLOCK_AHEAD(false, Needs.NOTHING,
			ofInstance((instance) -> instance.setClock(Duration.ofMinutes(1)),
					(instance) -> instance.setClock(Duration.ZERO))),

	/** The clock of an instance is a minute behind. */
	CLOCK_BEHIND(false, Needs.NOTHING,
			ofInstance((instance) -> instance.setClock(Duration.ofMinutes(-1)),
					(instance) -> instance.setClock(Duration.ZERO))),

	/** An operator empties all caches. */
	CACHES_CLEARED(false, Needs.NOTHING, of(Service::clearCaches)),

	/** The configuration changes, and is applied at once. */
	CONFIGURATION_CHANGED(false, Needs.NOTHING, of(Service::editConfiguration)),

	/** Connections that send nothing, more than an instance of this size accepts. */
	CONNECTIONS(true, Needs.NOTHING, Faults::connect),

	/** PostgreSQL keeps its connections and does not answer. */
	DATABASE_SUSPENDED(true, Needs.CLUSTER, of(Service::stopDatabase, Service::resumeDatabase)),

	/** PostgreSQL ends all connections. */
	DATABASE_DISCONNECTED(true, Needs.CLUSTER, of(Service::disconnectDatabase)),

	/** PostgreSQL refuses writes. */
	DATABASE_READ_ONLY(true, Needs.CLUSTER,
			of((service) -> service.refuseWrites(true), (service) -> service.refuseWrites(false))),

	/** PostgreSQL accepts no connections, and has none. */
	DATABASE_REFUSING(true, Needs.CLUSTER,
			of((service) -> service.databaseRelay().refuse(), (service) -> service.databaseRelay().heal())),

	/** Connections to PostgreSQL stay open, and nothing arrives. */
	DATABASE_UNREACHABLE(true, Needs.CLUSTER,
			of((service) -> service.databaseRelay().hold(), (service) -> service.databaseRelay().heal())),

	/** The database is replaced by an older copy, and loses the latest changes. */
	DATABASE_RESTORED(true, Needs.NO_EDGE, Faults::restoreDatabase),

	/** Each request to PostgreSQL takes 40 ms longer. */
	DATABASE_SLOW(false, Needs.CLUSTER,
			of((service) -> service.databaseRelay().slow(Duration.ofMillis(20)),
					(service) -> service.databaseRelay().heal())),

	/** Notifications of PostgreSQL are lost. */
	DATABASE_SILENT(false, Needs.CLUSTER,
			of((service) -> service.databaseRelay().loseNotifications(), (service) -> service.databaseRelay().heal())),

	/** Redis keeps its connections and does not answer. */
	REDIS_SUSPENDED(false, Needs.CLUSTER, of(Service::stopRedis, Service::resumeRedis)),

	/** The proxy ends, and starts again. */
	PROXY_RESTARTED(true, Needs.CLUSTER, of(Service::restartProxy)),

	/** Purges of the edge are not answered in time, and arrive later. */
	PURGES_HELD(false, Needs.EDGE,
			of((service) -> service.purgeRelay().hold(), (service) -> service.purgeRelay().heal())),

	/** The edge refuses purges. */
	PURGES_REFUSED(false, Needs.EDGE,
			of((service) -> service.purgeRelay().refuse(), (service) -> service.purgeRelay().heal()));

	private final boolean failing;

	private final Needs needs;

	@SuppressWarnings("ImmutableEnumChecker") // A function without a state.
	private final Cause cause;

	Fault(boolean failing, Needs needs, Cause cause) {
		this.failing = failing;
		this.needs = needs;
		this.cause = cause;
	}

	private static Cause of(Consumer<Service> once) {
		return (faults, planned) -> once.accept(faults.service());
	}

	private static Cause of(Consumer<Service> begin, Consumer<Service> end) {
		return (faults, planned) -> faults.during(planned, () -> begin.accept(faults.service()),
				() -> end.accept(faults.service()));
	}

	private static Cause ofInstance(Consumer<Instance> begin, Consumer<Instance> end) {
		return (faults, planned) -> {
			Instance instance = faults.instance(planned);
			faults.during(planned, () -> begin.accept(instance), () -> end.accept(instance));
		};
	}

	/** Causes it, and returns when it is over. */
	void cause(Faults faults, Planned planned) {
		this.cause.cause(faults, planned);
	}

	/**
	 * {@return whether requests may fail}
	 * @param several whether there are several instances behind a proxy
	 */
	boolean isFailing(boolean several) {
		return this.failing && !(several && this == INSTANCE_RESTARTED);
	}

	/**
	 * {@return whether it changes what a process needs}
	 */
	boolean isDisturbing() {
		return subject().equals("INSTANCE") || this == CONNECTIONS;
	}

	/**
	 * {@return whether an instance is ready, and answers from its caches}
	 */
	boolean leavesCaches() {
		return subject().equals("DATABASE") || subject().equals("REDIS") || subject().equals("PURGES");
	}

	/**
	 * {@return whether an instance starts again}
	 */
	boolean isRestart() {
		return this == INSTANCE_KILLED || this == INSTANCE_RESTARTED || this == INSTANCE_DISK_DAMAGED
				|| this == INSTANCE_DISK_FULL;
	}

	/**
	 * {@return whether it breaks the same as another one}
	 */
	boolean isLike(Fault other) {
		return subject().equals(other.subject());
	}

	/**
	 * {@return whether a soak of this kind can have it}
	 */
	boolean isPossible(Soak.Kind kind) {
		return switch (this.needs) {
			case NOTHING -> true;
			case LINUX -> isLinux();
			case DISK -> kind == Soak.Kind.ONE;
			case LINUX_AND_DISK -> kind == Soak.Kind.ONE && isLinux();
			case CLUSTER -> kind != Soak.Kind.ONE;
			// An edge keeps what is lost until its responses expire.
			case NO_EDGE -> kind == Soak.Kind.TWO || kind == Soak.Kind.THREE;
			case EDGE -> kind == Soak.Kind.EDGE || kind == Soak.Kind.VARNISH;
		};
	}

	private static boolean isLinux() {
		return "Linux".equals(System.getProperty("os.name"));
	}

	private String subject() {
		return name().substring(0, (name() + "_").indexOf('_'));
	}

	private enum Needs {

		NOTHING, LINUX, DISK, LINUX_AND_DISK, CLUSTER, NO_EDGE, EDGE

	}

	private interface Cause {

		void cause(Faults faults, Planned planned);

	}

}
