package dev.yoil.bench;

/**
 * The measured operations.
 */
enum Operation {

	GET("get", "get, hit"),

	MISS_AND_PUT("missAndPut", "get, miss + put"),

	MIXED("mixed", "75 % get, 25 % put"),

	PUT("put", "put"),

	COMPUTE("compute", "get with loader");

	private final String benchmark;

	private final String title;

	Operation(String benchmark, String title) {
		this.benchmark = benchmark;
		this.title = title;
	}

	/** Returns the name of its method in {@link CacheBenchmark}. */
	String benchmark() {
		return this.benchmark;
	}

	String title() {
		return this.title;
	}

}
