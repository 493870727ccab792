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
 * Shows what happens when everybody asks for what nobody has: in each run all virtual users of a process wait for each
 * other, the last one empties the cache, and then they ask for one day at once. With one load per key the database sees
 * one query per run, however many ask; /api/v1/cache tells, as loads and sharedLoads.
 *
 * Controller: 500 virtual users at once, as one process with 500 threads (each process empties the cache when its own
 * threads are ready), 1 minute or 20 runs. Against the service started with --spring.cache.type=none there is no cache
 * to empty, and the script says so: give it clear=no.
 *
 * The published run has no such scenario.
 *
 * Parameter, all of it optional: host=10.0.0.5|limit=600|days=MON|clear=no, also port and password (limit in
 * milliseconds; of the days only the first is asked for). A cache is only emptied with the administrator's password:
 * host=10.0.0.5|password=..., of characters that the field takes. The service makes one of 22 such characters up and logs
 * it, unless YOIL_ADMIN_PASSWORD is set. With clear=no, only the first run after the service's start is cold.
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

	/** Why the cache could not be emptied, if so. */
	static volatile String trouble

	/** Whether the password was wrong: a few more tries would lock the administrator out. */
	static volatile boolean refused

	/** Where the virtual users wait for each other; whoever comes last empties the cache. */
	static final Phaser START = new Phaser() {

		@Override
		protected boolean onAdvance(int phase, int registeredParties) {
			if (registeredParties > 0) {
				emptyCache()
			}
			return registeredParties == 0
		}

	}

	@BeforeProcess
	static void beforeProcess() {
		for (String setting : GrinderUtils.getParam('').tokenize('|')) {
			List<String> parts = setting.tokenize('=')
			if (parts.size() != 2 || !SETTINGS.containsKey(parts[0])) {
				throw new IllegalArgumentException("The parameter has '$setting'. Known are $SETTINGS.")
			}
			SETTINGS.put(parts[0], parts[1])
		}
		service = 'http://' + SETTINGS.get('host') + ':' + SETTINGS.get('port')
		limit = Long.parseLong(SETTINGS.get('limit'))
		day = SETTINGS.get('days').tokenize(',').get(0)
		String login = 'admin:' + SETTINGS.get('password')
		credentials = [Authorization: 'Basic ' + login.getBytes('UTF-8').encodeBase64().toString()]

		// Before the request is made, which takes them over.
		HTTPRequestControl.setConnectionTimeout(30000)
		HTTPRequestControl.setSocketTimeout(30000)
		test = new GTest(1, 'One day, asked for by all at once')
		request = new HTTPRequest()
		grinder.logger.info('Asks {} for {}, an answer may take {} ms', service, day, limit)
	}

	@BeforeThread
	void beforeThread() {
		START.register()
		test.record(this, 'byPublishDay')
		grinder.statistics.delayReports = true
	}

	/** Not in the test, so that it does not count as time of it. */
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

		assertThat('Status of the answer', response.statusCode, is(200))
		assertTrue("Took $millis ms, the limit is $limit ms", millis <= limit)
	}

	@AfterThread
	void leave() {
		START.arriveAndDeregister()
	}

	static void emptyCache() {
		if (SETTINGS.get('clear') == 'no' || refused) {
			return
		}
		if (SETTINGS.get('password') == '') {
			trouble = 'The cache was not emptied: give the script password=... or clear=no'
			return
		}
		try {
			Map<String, String> nothing = [:]
			HTTPResponse response = request.DELETE(service + '/api/v1/cache/findWebtoonsByPublishDay/entries', nothing,
					credentials)
			refused = response.statusCode == 401
			trouble = (response.statusCode == 204) ? null
					: 'The cache was not emptied: ' + response.statusCode + ' ' + response.bodyText
		} catch (Throwable ex) {
			// Whatever it is: without this the others would wait for ever.
			trouble = 'The cache was not emptied: ' + ex
		}
	}

}
