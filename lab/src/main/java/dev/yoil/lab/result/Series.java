package dev.yoil.lab.result;

/**
 * The series that a service reports once per second. Counters are per second.
 */
public enum Series {

	/** Connections of the pool in use. */
	POOL_ACTIVE("pool: connections in use", ""),

	/** Threads that wait for a connection of the pool. */
	POOL_PENDING("pool: waiting threads", ""),

	/** Mean time to get a connection. */
	POOL_ACQUIRE("pool: time to get a connection", "ms"),

	/** Mean time in use of connections that were given back. */
	POOL_USAGE("pool: time in use", "ms"),

	/** Uses of connections. */
	POOL_USES("pool: uses", "1/s"),

	/** Busy threads of Tomcat. */
	TOMCAT_BUSY("Tomcat: busy threads", ""),

	/** Requests on the port of the load. */
	REQUESTS("Tomcat: requests", "1/s"),

	/** Hits of all caches. */
	CACHE_HITS("caches: hits", "1/s"),

	/** Misses of all caches. */
	CACHE_MISSES("caches: misses", "1/s"),

	/** Loads of all caches. */
	CACHE_LOADS("caches: loads", "1/s"),

	/** Time in loads of all caches, of which several may run at once. */
	CACHE_LOAD_TIME("caches: time in loads", "ms/s"),

	/** Callers that waited for another caller's load. */
	CACHE_SHARED("caches: shared loads", "1/s"),

	/** Expired values served because a load failed. */
	CACHE_STALE("caches: stale answers", "1/s"),

	/** Values found in a local or shared tier, each of which saves a load. */
	TIER_HITS("tiers: values found", "1/s"),

	/** CPUs used by all instances of the service. */
	CPU_SERVICE("CPUs of the service", "CPUs"),

	/** CPU used by the busiest thread of the service; one at most. */
	CPU_THREAD("CPU of the service's busiest thread", "CPUs"),

	/** CPUs used by the database, if it is a process. */
	CPU_DATABASE("CPUs of the database", "CPUs"),

	/** CPUs used by the proxy, if there is one. */
	CPU_PROXY("CPUs of the proxy", "CPUs"),

	/** CPUs used by Redis, if there is one. */
	CPU_REDIS("CPUs of Redis", "CPUs"),

	/** CPUs used by the load generator. */
	CPU_GENERATOR("CPUs of the load generator", "CPUs"),

	/** Pauses of the garbage collector. */
	GC_PAUSE("garbage collector: pauses", "ms/s"),

	/** Heap in use. */
	HEAP("heap in use", "MB"),

	/** Connections that the kernel dropped because the port's queue was full. */
	LISTEN_DROPS("kernel: connections dropped", "1/s");

	private final String label;

	private final String unit;

	Series(String label, String unit) {
		this.label = label;
		this.unit = unit;
	}

	/**
	 * Returns the label of charts.
	 * @return not blank
	 */
	public String label() {
		return this.label;
	}

	/**
	 * Returns the unit of the values.
	 * @return empty for a number of things
	 */
	public String unit() {
		return this.unit;
	}

}
