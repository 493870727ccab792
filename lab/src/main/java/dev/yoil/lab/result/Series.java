package dev.yoil.lab.result;

/**
 * What a service tells of itself, second by second. Counters are told as what was added
 * per second.
 */
public enum Series {

	/** Connections of the pool that are in use. */
	POOL_ACTIVE("pool: connections in use", ""),

	/** Threads that wait for a connection of the pool. */
	POOL_PENDING("pool: threads that wait", ""),

	/** Mean time to get a connection, of those that got one in this second. */
	POOL_ACQUIRE("pool: time to get a connection", "ms"),

	/**
	 * Mean time for which a connection was in use, of those given back in this second.
	 */
	POOL_USAGE("pool: time in use", "ms"),

	/** How often a connection was used. */
	POOL_USES("pool: uses", "1/s"),

	/** Threads of Tomcat that are at work. */
	TOMCAT_BUSY("Tomcat: busy threads", ""),

	/** Requests that Tomcat answered on the port of the load. */
	REQUESTS("Tomcat: requests", "1/s"),

	/** Of all caches. */
	CACHE_HITS("caches: hits", "1/s"),

	/** Of all caches. */
	CACHE_MISSES("caches: misses", "1/s"),

	/** Of all caches. */
	CACHE_LOADS("caches: loads", "1/s"),

	/** Callers who waited for the load of another. */
	CACHE_SHARED("caches: shared loads", "1/s"),

	/** Answers with a value past its time, because the load failed. */
	CACHE_STALE("caches: stale answers", "1/s"),

	/** Values that the shared tier had, each of which spared a load. */
	TIER_HITS("shared tier: values found", "1/s"),

	/** Processors that the service used, all its instances. */
	CPU_SERVICE("CPU of the service", "processors"),

	/** Processors that the thread of the service used that used most: one at most. */
	CPU_THREAD("CPU of the service's busiest thread", "processors"),

	/** Processors that the database used, where it is a process of its own. */
	CPU_DATABASE("CPU of the database", "processors"),

	/** Processors that the proxy used, if there is one. */
	CPU_PROXY("CPU of the proxy", "processors"),

	/** Processors that Redis used, if there is one. */
	CPU_REDIS("CPU of Redis", "processors"),

	/** Processors that the load generator used. */
	CPU_GENERATOR("CPU of the load generator", "processors"),

	/** How long the service stood still for its garbage collector. */
	GC_PAUSE("garbage collector: pauses", "ms/s"),

	/** Heap in use. */
	HEAP("heap in use", "MB"),

	/** Connections that the kernel dropped because the queue of the port was full. */
	LISTEN_DROPS("kernel: connections dropped", "1/s");

	private final String label;

	private final String unit;

	Series(String label, String unit) {
		this.label = label;
		this.unit = unit;
	}

	/**
	 * Returns what it is called in reports.
	 * @return not blank
	 */
	public String label() {
		return this.label;
	}

	/**
	 * Returns the unit of its values.
	 * @return empty for a number of things
	 */
	public String unit() {
		return this.unit;
	}

}
