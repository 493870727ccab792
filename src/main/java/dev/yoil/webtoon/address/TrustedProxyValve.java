package dev.yoil.webtoon.address;

import java.io.IOException;
import java.util.Collections;
import java.util.List;

import inet.ipaddr.IPAddress;
import jakarta.servlet.ServletException;
import org.apache.catalina.AccessLog;
import org.apache.catalina.Globals;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Gives requests that come through a trusted proxy the address of the client, and what
 * the proxy says of the client's scheme. From anybody else, headers change nothing.
 * <p>
 * Tomcat's own {@code RemoteIpValve} looks up what is no address by name, so that a
 * client could have the service ask any name server, keeps ports and whatever else it
 * finds as the client's address, and takes single addresses as regular expressions only.
 */
final class TrustedProxyValve extends ValveBase {

	private static final String FORWARDED_FOR = "X-Forwarded-For";

	private static final String FORWARDED_PROTO = "X-Forwarded-Proto";

	private static final String HTTP = "http";

	private static final int HTTP_PORT = 80;

	private static final String HTTPS = "https";

	private static final int HTTPS_PORT = 443;

	private final TrustedProxies proxies;

	TrustedProxyValve(TrustedProxies proxies) {
		super(true);
		this.proxies = proxies;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		IPAddress proxy = IpAddresses.parse(request.getRemoteAddr());
		if (proxy != null && this.proxies.trust(proxy)) {
			// Whoever asks through it is not here, whatever address it has.
			request.setAttribute(Globals.REQUEST_FORWARDED_ATTRIBUTE, true);
			setClient(request, this.proxies.client(proxy, request.getHeaders(FORWARDED_FOR)).toCanonicalString());
			List<String> schemes = Collections.list(request.getHeaders(FORWARDED_PROTO));
			if (!schemes.isEmpty()) {
				setScheme(request, String.join(",", schemes));
			}
		}
		// Nothing has to be set back: Tomcat forgets all of it with the request.
		getNext().invoke(request, response);
	}

	private static void setClient(Request request, String client) {
		request.setRemoteAddr(client);
		request.setRemoteHost(client);
		request.setAttribute(AccessLog.REMOTE_ADDR_ATTRIBUTE, client);
		request.setAttribute(AccessLog.REMOTE_HOST_ATTRIBUTE, client);
	}

	/**
	 * Secure only if the request was so all the way: the first entry of a list may be the
	 * client's own.
	 */
	private static void setScheme(Request request, String schemes) {
		boolean secure = true;
		for (String scheme : schemes.split(",", -1)) {
			secure &= HTTPS.equalsIgnoreCase(scheme.strip());
		}
		int port = request.getServerPort();
		request.setSecure(secure);
		request.getCoyoteRequest().scheme().setString(secure ? HTTPS : HTTP);
		// Where the host is asked for without a port, the scheme says which.
		if (port == HTTP_PORT || port == HTTPS_PORT) {
			request.setServerPort(secure ? HTTPS_PORT : HTTP_PORT);
		}
	}

}
