package dev.yoil.lab.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Second;
import io.netty.util.Version;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.Slf4JLoggerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A load generator on Netty, with few event loops and no blocking. Connects to this
 * machine only.
 * <p>
 * If the service closes a kept connection without answering the next request, the request
 * is sent again by a new connection, since both may have crossed. It counts once and is
 * timed from its intended start. After a refused connection a user of a closed load waits
 * 100 ms. The first load of a process runs uncompiled code: warm up first.
 */
public final class NettyLoad implements LoadGenerator {

	/** Name of the generator, with the version of Netty. */
	public static final String NAME = "the lab's own, on Netty " + version();

	private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}|\\[::1]");

	static {
		// SLF4J's silent binding: problems are in results, not on the terminal.
		InternalLoggerFactory.setDefaultFactory(Slf4JLoggerFactory.INSTANCE);
	}

	private final int threads;

	private volatile @Nullable OngoingLoad current;

	/**
	 * Creates a generator with a thread for every two CPUs, and leaves the others to the
	 * service.
	 */
	public NettyLoad() {
		this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
	}

	NettyLoad(int threads) {
		this.threads = threads;
	}

	private static String version() {
		Version netty = Version.identify().get("netty-common");
		return (netty != null) ? netty.artifactVersion() : "of an unknown version";
	}

	@Override
	public LoadResult run(Load load, URI service, Consumer<Second> listener) {
		InetSocketAddress address = address(service);
		try {
			OngoingLoad next = new OngoingLoad(load, address, service.getAuthority(), listener, this.threads);
			this.current = next;
			return next.run();
		}
		finally {
			this.current = null;
		}
	}

	private static InetSocketAddress address(URI service) {
		String host = service.getHost();
		if (!"http".equals(service.getScheme()) || host == null || service.getPort() < 0
				|| !(host.equals("localhost") || LOOPBACK.matcher(host).matches())) {
			throw new LabException(
					"Refused to load " + service + ": name a service on this machine, such as http://127.0.0.1:8080");
		}
		try {
			InetAddress address = host.equals("localhost") ? InetAddress.getLoopbackAddress()
					: InetAddress.getByName(host);
			return new InetSocketAddress(address, service.getPort());
		}
		catch (UnknownHostException ex) {
			throw new LabException("Unknown address " + host + ": use http://127.0.0.1 and a port", ex);
		}
	}

	@Override
	public void stop() {
		OngoingLoad load = this.current;
		if (load != null) {
			load.stop();
		}
	}

}
