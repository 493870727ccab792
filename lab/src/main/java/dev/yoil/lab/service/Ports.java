package dev.yoil.lab.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import dev.yoil.lab.LabException;
import org.jspecify.annotations.Nullable;

/**
 * Two free ports of the loopback interface.
 *
 * @param load for requests
 * @param management for metrics
 */
record Ports(int load, int management) {

	static final byte[] LOOPBACK = { 127, 0, 0, 1 };

	/** Finds free ports; null stands for any port for the load. */
	static Ports free(@Nullable Integer wanted) {
		try (ServerSocket load = listen(wanted); ServerSocket management = listen(null)) {
			return new Ports(load.getLocalPort(), management.getLocalPort());
		}
		catch (IOException ex) {
			throw new LabException("No free port on 127.0.0.1: end some of the processes that listen there", ex);
		}
	}

	private static ServerSocket listen(@Nullable Integer wanted) throws IOException {
		try {
			return new ServerSocket((wanted != null) ? wanted : 0, 1, InetAddress.getByAddress(LOOPBACK));
		}
		catch (IOException ex) {
			if (wanted == null) {
				throw ex;
			}
			throw new LabException("Cannot listen on port " + wanted + " ("
					+ ServiceLog.oneLine(String.valueOf(ex.getMessage())) + "): choose another with --port", ex);
		}
	}

}
