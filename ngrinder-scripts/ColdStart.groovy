import static net.grinder.script.Grinder.grinder
import static org.hamcrest.Matchers.is
import static org.hamcrest.Matchers.nullValue
import static org.junit.Assert.assertThat
import static org.junit.Assert.assertTrue

import java.util.concurrent.Phaser

import net.grinder.script.GTest
import net.grinder.scriptengine.groovy.junit.GrinderRunner
import net.grinder.scriptengine.groovy.junit.annotation.AfterThread
import net.grinder.scriptengine.groovy.junit.annotation.BeforeProcess
import net.grinder.scriptengine.groovy.junit.annotation.BeforeThread
import net.grinder.util.GrinderUtils
import org.junit.Before
import org.junit.Test
import org.junit.runner.RunWith
import org.ngrinder.http.HTTPRequest
import org.ngrinder.http.HTTPRequestControl
import org.ngrinder.http.HTTPResponse

/**
 * Measures a cache stampede: in each run, all virtual users of a process wait for each other, the last one clears the
 * cache, and then all get the same day at once. With one load per key, the database sees one query per run; see loads
 * and sharedLoads in /api/v1/cache.
 *
 * Controller: 500 virtual users at once, as one process with 500 threads (each process clears the cache when its own threads are ready), 1 minute or 20
 * runs. With --spring.cache.type=none there is no cache to clear, so set clear=no.
 *
 * The published run has no such scenario.
 *
 * Parameter, all settings optional: host=10.0.0.5|limit=600|days=MON|clear=no, also port and password (limit in
 * milliseconds; only the first day is used). Clearing requires the administrator's password: host=10.0.0.5|password=..., of
 * characters that the field accepts. Unless YOIL_ADMIN_PASSWORD is set, the service generates a suitable password and
 * logs it. With clear=no, only the first run after the start of the service is cold.
 */
@RunWith(GrinderRunner)
class TestRunner {

	static final Map<String, String> SETTINGS = [host: '127.0.0.1', port: '8080', limit: '600',
			days: 'MON', clear: 'yes', password: '']

	static GTest test
	static HTTPRequest request
	static String service
	static long limit
	static String day
	static Map<String, String> credentials

	/** The reason why the cache could not be cleared, or null. */
	static volatile String trouble

	/** Whether the password was wrong: further attempts would lock out the administrator. */
	static volatile boolean refused

	/** Barrier of the virtual users; the last one clears the cache. */
	static final Phaser START = new Phaser() {

		@Override
		protected boolean onAdvance(int phase, int registeredParties) {
			if (registeredParties > 0) {
				clearCache()
			}
			return registeredParties == 0
		}

	}

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
		day = SETTINGS.get('days').tokenize(',').get(0)
		String login = 'admin:' + SETTINGS.get('password')
		credentials = [Authorization: 'Basic ' + login.getBytes('UTF-8').encodeBase64().toString()]

		// Must precede the creation of the request, which copies the timeouts.
		HTTPRequestControl.setConnectionTimeout(30000)
		HTTPRequestControl.setSocketTimeout(30000)
		test = new GTest(1, 'One day, requested by all at once')
		request = new HTTPRequest()
		grinder.logger.info('Target {}, day {}, limit {} ms', service, day, limit)

		// Otherwise each request would be an error.
		clearCache()
		if (trouble != null) {
			throw new IllegalStateException(trouble)
		}
	}

	@BeforeThread
	void beforeThread() {
		START.register()
		test.record(this, 'byPublishDay')
		grinder.statistics.delayReports = true
	}

	/** Not in the test, so that it does not count as test time. */
	@Before
	void waitForAll() {
		START.arriveAndAwaitAdvance()
	}

	@Test
	void byPublishDay() {
		assertThat(trouble, is(nullValue()))

		long begun = System.nanoTime()
		HTTPResponse response = request.GET(service + '/api/v1/webtoon', [publishDay: day])
		long millis = (System.nanoTime() - begun).intdiv(1_000_000L).longValue()

		assertThat('Response status', response.statusCode, is(200))
		assertTrue("Took $millis ms, the limit is $limit ms", millis <= limit)
	}

	@AfterThread
	void leave() {
		START.arriveAndDeregister()
	}

	static void clearCache() {
		if (SETTINGS.get('clear') == 'no' || refused) {
			return
		}
		if (SETTINGS.get('password') == '') {
			trouble = 'The cache was not cleared: set password=... or clear=no'
			return
		}
		try {
			Map<String, String> nothing = [:]
			HTTPResponse response = request.DELETE(service + '/api/v1/cache/findWebtoonsByPublishDay/entries', nothing,
					credentials)
			refused = response.statusCode == 401
			trouble = (response.statusCode == 204) ? null
					: 'The cache was not cleared: ' + response.statusCode + ' ' + response.bodyText
		} catch (Throwable ex) {
			// Catch everything: otherwise the others would wait forever.
			trouble = 'The cache was not cleared: ' + ex
		}
	}

}
