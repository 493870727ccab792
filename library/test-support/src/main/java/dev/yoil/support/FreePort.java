package dev.yoil.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port for a server that starts later.
 */
public final class FreePort {

	private static final int FIRST = 10_000;

	private static final int COUNT = 20_000;

	/** Tests also run in other JVMs, which begin elsewhere. */
	private static final AtomicInteger NEXT = new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

	private FreePort() {
	}

	/**
	 * Chooses a port, each time another. It is not one of those that the system gives
	 * away, because another test or connection may be given such a port before the server
	 * takes it.
	 */
	public static int choose() {
		while (true) {
			int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
			try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
				return socket.getLocalPort();
			}
			catch (IOException ex) {
				// Taken: the next one.
			}
		}
	}

}
