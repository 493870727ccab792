import static net.grinder.script.Grinder.grinder
import static org.hamcrest.Matchers.is
import static org.junit.Assert.assertThat
import static org.junit.Assert.assertTrue

import java.util.concurrent.ThreadLocalRandom

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
 * Measures the effect of caching: each request gets the webtoons of a random publish day. A response that takes
 * longer than the limit is an error.
 *
 * Controller: 500 virtual users, ramped up over 100 s, 3 minutes; once against the service started with
 * --spring.cache.type=none, once with the defaults.
 *
 * The published run, before and after: mean TPS 247.4 and 2,960.1, peak TPS 550 and 3,579,
 * errors about 17,000 of 40,000 and 468 of 291,321.
 *
 * Parameter, all settings optional: host=10.0.0.5|port=8080|limit=600|days=MON,TUE (limit in milliseconds)
 */
@RunWith(GrinderRunner)
class TestRunner {

	static final Map<String, String> SETTINGS = [host: '127.0.0.1', port: '8080', limit: '600',
			days: 'MON,TUE,WED,THU,FRI,SAT,SUN']

	static GTest test
	static HTTPRequest request
	static String url
	static long limit
	static List<String> days

	@BeforeProcess
	static void beforeProcess() {
		for (String setting : GrinderUtils.getParam('').tokenize('|')) {
			List<String> parts = setting.tokenize('=')
			if (parts.size() != 2 || !SETTINGS.containsKey(parts[0])) {
				throw new IllegalArgumentException("Unknown setting '$setting'. Known settings: $SETTINGS.")
			}
			SETTINGS.put(parts[0], parts[1])
		}
		url = 'http://' + SETTINGS.get('host') + ':' + SETTINGS.get('port') + '/api/v1/webtoon'
		limit = Long.parseLong(SETTINGS.get('limit'))
		days = SETTINGS.get('days').tokenize(',')

		// Must precede the creation of the request, which copies the timeouts.
		HTTPRequestControl.setConnectionTimeout(30000)
		HTTPRequestControl.setSocketTimeout(30000)
		test = new GTest(1, 'Webtoons of a random publish day')
		request = new HTTPRequest()
		grinder.logger.info('Target {}, days {}, limit {} ms', url, days, limit)
	}

	@BeforeThread
	void beforeThread() {
		test.record(this, 'byPublishDay')
		grinder.statistics.delayReports = true
	}

	@Test
	void byPublishDay() {
		String day = days.get(ThreadLocalRandom.current().nextInt(days.size()))

		long begun = System.nanoTime()
		HTTPResponse response = request.GET(url, [publishDay: day])
		long millis = (System.nanoTime() - begun).intdiv(1_000_000L).longValue()

		assertThat('Response status', response.statusCode, is(200))
		assertTrue("Took $millis ms, the limit is $limit ms", millis <= limit)
	}

}
