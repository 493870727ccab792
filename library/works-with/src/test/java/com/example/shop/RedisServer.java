package com.example.shop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;

import static org.awaitility.Awaitility.await;

/**
 * A Redis server on a free port, without persistence.
 */
final class RedisServer implements AutoCloseable {

	private final int port;

	private final Process process;

	RedisServer(Path directory) throws IOException {
		try (ServerSocket free = new ServerSocket(0)) {
			this.port = free.getLocalPort();
		}
		this.process = new ProcessBuilder("redis-server", "--port", String.valueOf(this.port), "--bind", "127.0.0.1",
				"--save", "", "--dir", directory.toString())
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("redis.log").toFile())
			.start();
		await().until(this::isListening);
	}

	private boolean isListening() {
		try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return connection.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
