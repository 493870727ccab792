import static net.grinder.script.Grinder.grinder
import static org.hamcrest.Matchers.anyOf
import static org.hamcrest.Matchers.is
import static org.junit.Assert.assertFalse
import static org.junit.Assert.assertThat
import static org.junit.Assert.assertTrue

import java.util.regex.Matcher
import java.util.regex.Pattern
import java.util.zip.GZIPInputStream

import net.grinder.script.GTest
import net.grinder.scriptengine.groovy.junit.GrinderRunner
import net.grinder.scriptengine.groovy.junit.annotation.BeforeProcess
import net.grinder.scriptengine.groovy.junit.annotation.BeforeThread
import net.grinder.util.GrinderUtils
import org.junit.Test
import org.junit.runner.RunWith
import org.ngrinder.http.HTTPRequest
import org.ngrinder.http.HTTPRequestControl
import org.ngrinder.http.HTTPResponse

/**
 * Measures visits of the front page. The first visit of a virtual user gets the page and its icon, style sheet,
 * script and pictures: five responses of 21 KB in total with gzip. Later visits only get the page, with
 * If-None-Match, because a browser keeps the other files for a day or longer.
 *
 * Controller: 200 virtual users, ramped up over 20 s, 2 minutes; once with the defaults, and once with repeat=no, which makes each visit a first visit. A run is a visit, so TPS
 * means visits per second.
 *
 * The published run has no such scenario.
 *
 * Parameter, all settings optional: host=10.0.0.5|port=8080|limit=600|repeat=no (limit in milliseconds)
 */
@RunWith(GrinderRunner)
class TestRunner {

	static final Map<String, String> SETTINGS = [host: '127.0.0.1', port: '8080', limit: '600', repeat: 'yes']

	static final Map<String, String> NO_PARAMETERS = [:]

	/** An element that makes the browser load a file. */
	static final Pattern ASSET = Pattern.compile('<(?:link|script|img) [^>]*(?:href|src)="([^"#]+)')

	static GTest test
	static HTTPRequest request
	static String service
	static long limit
	static boolean repeat

	/** The entity tag of the last page of this virtual user. */
	String etag

	/** The other files that this virtual user has loaded. */
	final Set<String> loaded = []

	@BeforeProcess
	static void beforeProcess() {
		for (String setting : GrinderUtils.getParam('').tokenize('|')) {
			List<String> parts = setting.tokenize('=')
			if (parts.size() != 2 || !SETTINGS.containsKey(parts[0])) {
				throw new IllegalArgumentException("Unknown setting '$setting'. Known settings: $SETTINGS.")
			}
			SETTINGS.put(parts[0], parts[1])
		}
		service = 'http://' + SETTINGS.get('host') + ':' + SETTINGS.get('port')
		limit = Long.parseLong(SETTINGS.get('limit'))
		repeat = SETTINGS.get('repeat') != 'no'

		// Must precede the creation of the request, which copies the timeouts.
		HTTPRequestControl.setConnectionTimeout(30000)
		HTTPRequestControl.setSocketTimeout(30000)
		test = new GTest(1, 'Visit of the front page')
		request = new HTTPRequest()
		grinder.logger.info('Target {}, limit {} ms, repeat visits: {}', service, limit, repeat)
	}

	@BeforeThread
	void beforeThread() {
		test.record(this, 'visit')
		grinder.statistics.delayReports = true
	}

	@Test
	void visit() {
		if (!repeat) {
			etag = null
			loaded.clear()
		}
		HTTPResponse page = ask('/', etag)
		if (page.statusCode == 200) {
			Set<String> assets = assetsOf(page)
			assertFalse('The page has no files to load', assets.empty)
			for (String asset : assets) {
				if (!loaded.contains(asset)) {
					ask(asset, null)
					loaded.add(asset)
				}
			}
			etag = page.getHeader('ETag').value
		}
	}

	static HTTPResponse ask(String path, String known) {
		Map<String, String> headers = ['Accept-Encoding': 'gzip']
		if (known != null) {
			headers.put('If-None-Match', known)
		}

		long begun = System.nanoTime()
		HTTPResponse response = request.GET(service + path, NO_PARAMETERS, headers)
		long millis = (System.nanoTime() - begun).intdiv(1_000_000L).longValue()

		assertThat('Response status', response.statusCode, (known != null) ? anyOf(is(200), is(304)) : is(200))
		assertTrue("Took $millis ms, the limit is $limit ms", millis <= limit)
		return response
	}

	static Set<String> assetsOf(HTTPResponse page) {
		assertThat('Encoding of the page', page.getHeader('Content-Encoding')?.value, is('gzip'))
		Set<String> assets = []
		Matcher asset = ASSET.matcher(new GZIPInputStream(new ByteArrayInputStream(page.bodyBytes)).getText('UTF-8'))
		while (asset.find()) {
			assets.add(asset.group(1))
		}
		return assets
	}

}
