package dev.yoil.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis process on a free port, which can be restarted. For one thread.
 */
public final class RedisProcess implements AutoCloseable {

	private final int port;

	private final List<String> settings;

	private RedisServer server;

	/**
	 * Starts a process.
	 * @param settings lines of its configuration file
	 */
	public RedisProcess(String... settings) throws IOException {
		this.port = FreePort.choose();
		this.settings = List.of(settings);
		this.server = started();
	}

	private RedisServer started() throws IOException {
		RedisServerBuilder builder = RedisServer.newRedisServer()
			.port(this.port)
			.bind("127.0.0.1")
			.setting("save \"\"")
			.setting("appendonly no");
		this.settings.forEach(builder::setting);
		RedisServer begun = builder.build();
		begun.start();
		return begun;
	}

	public int port() {
		return this.port;
	}

	/**
	 * Returns the URL for clients.
	 */
	public String url() {
		return "redis://127.0.0.1:" + this.port;
	}

	/**
	 * Restarts the process, empty.
	 */
	public void start() throws IOException {
		this.server = started();
	}

	@Override
	public void close() {
		try {
			this.server.stop();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
