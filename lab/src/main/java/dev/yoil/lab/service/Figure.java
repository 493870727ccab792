package dev.yoil.lab.service;

/**
 * What is read at one instant, as it is read: gauges, and counters since the start of
 * whoever counts. Times are in seconds.
 */
enum Figure {

	/** Connections in use. */
	ACTIVE,

	/** Threads that wait for a connection. */
	PENDING,

	/** How often a connection was got. */
	ACQUIRES,

	/** How long that took, all together. */
	ACQUIRE_TIME,

	/** How often a connection was given back. */
	USES,

	/** How long connections were in use until then, all together. */
	USAGE_TIME,

	/** Threads of Tomcat that are at work. */
	BUSY,

	/** Requests that were answered on the port of the load. */
	REQUESTS,

	/** Hits of all caches. */
	HITS,

	/** Misses of all caches. */
	MISSES,

	/** Loads of all caches, whether they failed or not. */
	LOADS,

	/** Callers who waited for the load of another. */
	SHARED,

	/** Values that were served past their time. */
	STALE,

	/** Processor time of the service, of all its instances. */
	SERVICE_CPU,

	/** Processor time of the database, where that is a process of its own. */
	DATABASE_CPU,

	/** Processor time of the proxy, if there is one. */
	PROXY_CPU,

	/** Values that the shared tier had. */
	TIER_HITS,

	/** Processor time of Redis, if there is one. */
	REDIS_CPU,

	/** Processor time of this process. */
	GENERATOR_CPU,

	/** Pauses for the garbage collector. */
	PAUSES,

	/** Bytes of heap in use. */
	HEAP,

	/** Connections that the kernel dropped, of the whole machine. */
	DROPS

}
