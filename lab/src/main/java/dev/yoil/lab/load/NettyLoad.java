package dev.yoil.lab.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicBoolean;
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
 * Puts load on a service in this process, from few threads that wait for nothing, with
 * the HTTP codec of Netty. It connects to this machine only.
 * <p>
 * A request on a connection that had an answer before is sent again by a new one if the
 * service closed the old one without a byte: services close connections between requests,
 * and the request may have crossed that. It is one request, timed from the first time.
 * Whoever gets no connection in a loop asks again after 100 ms. The first load of a
 * process is timed with code that is not compiled yet: warm up before what counts.
 */
public final class NettyLoad implements LoadGenerator {

	/** What it is called, with the version of what it is made of. */
	public static final String NAME = "the lab's own, on Netty " + version();

	private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}|\\[::1]");

	static {
		// With SLF4J's silent binding: what goes wrong is in results, not on the
		// terminal.
		InternalLoggerFactory.setDefaultFactory(Slf4JLoggerFactory.INSTANCE);
	}

	private final int threads;

	private final AtomicBoolean busy = new AtomicBoolean();

	private volatile @Nullable OngoingLoad current;

	/**
	 * Creates it with a thread for every two processors: the others are the service's.
	 */
	public NettyLoad() {
		this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
	}

	/**
	 * Creates it.
	 * @param threads on how many users are
	 */
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
		if (!this.busy.compareAndSet(false, true)) {
			throw new LabException("A load is under way: wait for its end, or stop it");
		}
		try {
			OngoingLoad next = new OngoingLoad(load, address, service.getAuthority(), listener, this.threads);
			this.current = next;
			return next.run();
		}
		finally {
			this.current = null;
			this.busy.set(false);
		}
	}

	private static InetSocketAddress address(URI service) {
		String host = service.getHost();
		if (!"http".equals(service.getScheme()) || host == null || service.getPort() < 0
				|| !(host.equals("localhost") || LOOPBACK.matcher(host).matches())) {
			throw new LabException("No load is put on " + service
					+ ": give the address of a service on this machine, such as http://127.0.0.1:8080");
		}
		try {
			InetAddress address = host.equals("localhost") ? InetAddress.getLoopbackAddress()
					: InetAddress.getByName(host);
			return new InetSocketAddress(address, service.getPort());
		}
		catch (UnknownHostException ex) {
			throw new LabException("There is no address " + host + ": give http://127.0.0.1 and a port", ex);
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
