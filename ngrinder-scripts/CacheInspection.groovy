import static net.grinder.script.Grinder.grinder
import static org.hamcrest.Matchers.containsString
import static org.hamcrest.Matchers.is
import static org.junit.Assert.assertThat
import static org.junit.Assert.assertTrue

import java.util.concurrent.ThreadLocalRandom

import net.grinder.script.GTest
import net.grinder.scriptengine.groovy.junit.GrinderRunner
import net.grinder.scriptengine.groovy.junit.annotation.BeforeProcess
import net.grinder.scriptengine.groovy.junit.annotation.BeforeThread
import net.grinder.util.GrinderUtils
import org.junit.After
import org.junit.Test
import org.junit.runner.RunWith
import org.ngrinder.http.HTTPRequest
import org.ngrinder.http.HTTPRequestControl
import org.ngrinder.http.HTTPResponse

/**
 * Measures the cost of the cache inspection: one virtual user inspects all caches at intervals, all others get the
 * webtoons of a random publish day.
 *
 * Controller: 100 virtual users at once, 2 minutes; once with the defaults, which inspect every 1,000 ms, once with look=0, which never inspects. Compare the TPS of
 * the first test. If they differ less than two runs with equal settings, the inspection has no measurable cost.
 *
 * The published run has no such scenario.
 *
 * Parameter, all settings optional: host=10.0.0.5|limit=600|days=MON,TUE|look=1000, also port (limit and look in
 * milliseconds)
 */
@RunWith(GrinderRunner)
class TestRunner {

	static final Map<String, String> SETTINGS = [host: '127.0.0.1', port: '8080', limit: '600',
			days: 'MON,TUE,WED,THU,FRI,SAT,SUN', look: '1000']

	static GTest listTest
	static GTest lookTest
	static HTTPRequest request
	static String service
	static long limit
	static List<String> days
	static long pause

	boolean isLooking

	long nextLook

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
		days = SETTINGS.get('days').tokenize(',')
		pause = Long.parseLong(SETTINGS.get('look'))

		// Must precede the creation of the request, which copies the timeouts.
		HTTPRequestControl.setConnectionTimeout(30000)
		HTTPRequestControl.setSocketTimeout(30000)
		listTest = new GTest(1, 'Webtoons of a random publish day')
		lookTest = new GTest(2, 'Look into all caches')
		request = new HTTPRequest()
		grinder.logger.info('Target {}, days {}, limit {} ms, inspection every {} ms', service, days, limit, pause)

		// Otherwise each inspection would be an error.
		if (pause > 0) {
			HTTPResponse caches = request.GET(service + '/api/v1/cache')
			if (caches.statusCode != 200) {
				throw new IllegalStateException("The caches cannot be inspected: $caches.statusCode $caches.bodyText. "
						+ "Start the service with caches, and this script on the service's machine, or set look=0.")
			}
		}
	}

	/** Records only the test of this virtual user, so that the other test does not count. */
	@BeforeThread
	void beforeThread() {
		isLooking = pause > 0 && GrinderUtils.getThreadUniqId() == 0
		if (isLooking) {
			lookTest.record(this, 'look')
		} else {
			listTest.record(this, 'byPublishDay')
		}
		grinder.statistics.delayReports = true
	}

	@Test
	void byPublishDay() {
		if (isLooking) {
			return
		}
		String day = days.get(ThreadLocalRandom.current().nextInt(days.size()))

		long begun = System.nanoTime()
		HTTPResponse response = request.GET(service + '/api/v1/webtoon', [publishDay: day])
		long millis = (System.nanoTime() - begun).intdiv(1_000_000L).longValue()

		assertThat('Response status', response.statusCode, is(200))
		assertTrue("Took $millis ms, the limit is $limit ms", millis <= limit)
	}

	@Test
	void look() {
		if (!isLooking) {
			return
		}
		nextLook = System.nanoTime() + pause * 1_000_000L

		long begun = System.nanoTime()
		HTTPResponse response = request.GET(service + '/api/v1/cache')
		long millis = (System.nanoTime() - begun).intdiv(1_000_000L).longValue()

		assertThat('Response status', response.statusCode, is(200))
		assertThat('The caches', response.bodyText, containsString('findWebtoonsByPublishDay'))
		assertTrue("Took $millis ms, the limit is $limit ms", millis <= limit)
	}

	/** Not in a test, so that it does not count as test time. */
	@After
	void waitForNextLook() {
		long millis = (nextLook - System.nanoTime()).intdiv(1_000_000L).longValue()
		if (isLooking && nextLook != 0 && millis > 0) {
			grinder.sleep(millis, 0)
		}
	}

}
