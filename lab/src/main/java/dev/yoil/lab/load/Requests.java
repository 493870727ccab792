package dev.yoil.lab.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

import dev.yoil.lab.LabException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * All requests of a load, ready to be sent. Immutable.
 */
final class Requests {

	private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7E]*");

	private final List<List<Request>> targets;

	private final List<List<Request>> gets;

	/**
	 * Writes all requests.
	 * @param load with its targets
	 * @param host with the port, as the service is addressed
	 * @throws LabException if there is nothing to ask for
	 */
	Requests(Load load, String host) {
		List<List<Request>> all = new ArrayList<>();
		Set<String> names = new HashSet<>();
		for (Load.Target target : load.targets()) {
			if (!names.add(target.name())) {
				throw new LabException("Two targets are called " + target.name() + ": give each a name of its own");
			}
			if (target.paths().isEmpty()) {
				throw new LabException("The target " + target.name() + " has no path: give it one at least");
			}
			int number = all.size();
			String headers = headers(target.headers(), host);
			String method = (target.puts() > 0) ? "PUT " : "GET ";
			all.add(target.paths().stream().map((path) -> new Request(number, bytes(method, path, headers))).toList());
		}
		this.targets = List.copyOf(all);
		this.gets = all.stream().filter((paths) -> load.targets().get(paths.get(0).target()).puts() == 0).toList();
		if (this.gets.isEmpty()) {
			throw new LabException("A load asks for nothing: give it one target at least");
		}
	}

	private static String headers(Map<String, String> headers, String host) {
		StringBuilder lines = new StringBuilder("Host: " + host + "\r\nAccept: application/json\r\n");
		headers.forEach((name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
		return lines.append("\r\n").toString();
	}

	private static ByteBuf bytes(String method, String path, String headers) {
		if (!PATH.matcher(path).matches()) {
			throw new LabException("The path " + path + " cannot be sent: begin it with / and encode all but ASCII");
		}
		byte[] bytes = (method + path + " HTTP/1.1\r\n" + headers).getBytes(StandardCharsets.US_ASCII);
		return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes.length).writeBytes(bytes));
	}

	/**
	 * Draws one that users of the stages send.
	 * @param random of a user
	 * @return of a target drawn at random
	 */
	Request draw(SplittableRandom random) {
		return drawn(this.gets.get(random.nextInt(this.gets.size())), random);
	}

	/**
	 * Draws one of a target.
	 * @param target its number, from 0
	 */
	Request draw(int target, SplittableRandom random) {
		return drawn(this.targets.get(target), random);
	}

	private static Request drawn(List<Request> paths, SplittableRandom random) {
		return paths.get(random.nextInt(paths.size()));
	}

	/**
	 * A request.
	 *
	 * @param target number of its target, from 0
	 * @param bytes all of it; to be sent as a duplicate
	 */
	record Request(int target, ByteBuf bytes) {
	}

}
