import static net.grinder.script.Grinder.grinder
import static org.hamcrest.Matchers.anyOf
import static org.hamcrest.Matchers.is
import static org.junit.Assert.assertThat
import static org.junit.Assert.assertTrue

import java.util.concurrent.ThreadLocalRandom

import net.grinder.script.GTest
import net.grinder.scriptengine.groovy.junit.GrinderRunner
import net.grinder.scriptengine.groovy.junit.annotation.BeforeProcess
import net.grinder.scriptengine.groovy.junit.annotation.BeforeThread
import net.grinder.util.GrinderUtils
import org.junit.FixMethodOrder
import org.junit.Test
import org.junit.runner.RunWith
import org.junit.runners.MethodSorters
import org.ngrinder.http.HTTPRequest
import org.ngrinder.http.HTTPRequestControl
import org.ngrinder.http.HTTPResponse

/**
 * Shows what readers who come back cost: each run is one visit of the front page, which asks for the webtoons of a
 * day, for the first page of them, and for the ranking of today. As a browser does, it takes gzip, and what it has
 * already it asks for with If-None-Match. The three requests are tests of their own in the report.
 *
 * Controller: 200 virtual users, ramped up over 20 s, 2 minutes. A run counts three tests, so the TPS are requests, not
 * visits. Every virtual user soon has all seven days and the ranking, and from then on gets nothing but 304 unless
 * readers write meanwhile: to see first visits only, compare with WebtoonByPublishDay.
 *
 * The published run has no such scenario.
 *
 * Parameter, all of it optional: host=10.0.0.5|port=8080|limit=600|days=MON,TUE (limit in milliseconds)
 */
@RunWith(GrinderRunner)
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
class TestRunner {

	static final Map<String, String> SETTINGS = [host: '127.0.0.1', port: '8080', limit: '600',
			days: 'MON,TUE,WED,THU,FRI,SAT,SUN']

	static GTest listTest
	static GTest pageTest
	static GTest rankingTest
	static HTTPRequest request
	static String url
	static String rankingUrl
	static long limit
	static List<String> days

	/** What this virtual user has, by address, day and page. */
	final Map<String, String> etags = [:]

	String day

	@BeforeProcess
	static void beforeProcess() {
		for (String setting : GrinderUtils.getParam('').tokenize('|')) {
			List<String> parts = setting.tokenize('=')
			if (parts.size() != 2 || !SETTINGS.containsKey(parts[0])) {
				throw new IllegalArgumentException("The parameter has '$setting'. Known are $SETTINGS.")
			}
			SETTINGS.put(parts[0], parts[1])
		}
		url = 'http://' + SETTINGS.get('host') + ':' + SETTINGS.get('port') + '/api/v1/webtoon'
		rankingUrl = 'http://' + SETTINGS.get('host') + ':' + SETTINGS.get('port') + '/api/v1/ranking/daily'
		limit = Long.parseLong(SETTINGS.get('limit'))
		days = SETTINGS.get('days').tokenize(',')

		// Before the request is made, which takes them over.
		HTTPRequestControl.setConnectionTimeout(30000)
		HTTPRequestControl.setSocketTimeout(30000)
		listTest = new GTest(1, 'Front page: all webtoons of the day')
		pageTest = new GTest(2, 'Front page: the first page of them')
		rankingTest = new GTest(3, 'Front page: the ranking of today')
		request = new HTTPRequest()
		grinder.logger.info('Asks {} for {} and {}, an answer may take {} ms', url, days, rankingUrl, limit)
	}

	@BeforeThread
	void beforeThread() {
		listTest.record(this, 'askForList')
		pageTest.record(this, 'askForPage')
		rankingTest.record(this, 'askForRanking')
		grinder.statistics.delayReports = true
	}

	@Test
	void askForList() {
		day = days.get(ThreadLocalRandom.current().nextInt(days.size()))
		ask(url, [publishDay: day])
	}

	@Test
	void askForPage() {
		ask(url, [publishDay: day, page: '0'])
	}

	@Test
	void askForRanking() {
		ask(rankingUrl, [:])
	}

	void ask(String address, Map<String, String> params) {
		String what = address + ' ' + params.values().join(',')
		Map<String, String> headers = ['Accept-Encoding': 'gzip']
		if (etags.containsKey(what)) {
			headers.put('If-None-Match', etags.get(what))
		}

		long begun = System.nanoTime()
		HTTPResponse response = request.GET(address, params, headers)
		long millis = (System.nanoTime() - begun).intdiv(1_000_000L).longValue()

		if (etags.containsKey(what)) {
			assertThat('Status of the answer', response.statusCode, anyOf(is(200), is(304)))
		} else {
			assertThat('Status of the answer', response.statusCode, is(200))
		}
		if (response.statusCode == 200) {
			assertThat('Encoding of the answer', response.getHeader('Content-Encoding')?.value, is('gzip'))
			etags.put(what, response.getHeader('ETag').value)
		}
		assertTrue("Took $millis ms, the limit is $limit ms", millis <= limit)
	}

}
