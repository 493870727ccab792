package dev.yoil.ehcache.internal.tables;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import com.example.books.Writes;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The place of a statement in the application's code.
 */
class CallSiteTests {

	private final Writes writes = new Writes(CallSite::ofCaller);

	private static List<String> places(Object found) {
		return ((List<?>) found).stream().map((place) -> place.toString().replaceAll(":\\d+", "")).toList();
	}

	@Test
	void namesMethodsWithoutFrameworks() {
		String direct = "com.example.books.Writes.direct(Writes.java)";
		String lambda = "com.example.books.Writes.lambda(Writes.java)";
		assertThat(places(CallSite.ofCaller())).containsExactly("unknown");
		assertThat(places(this.writes.direct())).containsExactly(direct);
		assertThat(places(this.writes.lambda())).containsExactly(lambda, lambda);
		assertThat(places(this.writes.nested())).containsExactly(direct,
				"com.example.books.Writes.nested(Writes.java)");
		assertThat(this.writes.direct().toString())
			.matches("\\[com\\.example\\.books\\.Writes\\.direct\\(Writes\\.java:\\d+\\)]");
	}

	@Test
	void namesTheMethodBehindAProxyOnce() {
		String direct = "com.example.books.Writes.direct(Writes.java)";
		Writes proxy = (Writes) proxy(true, (call) -> call.proceed());
		assertThat(places(proxy.direct())).containsExactly(direct);
		assertThat(places(new Writes(proxy::direct).nested())).containsExactly(direct, direct,
				"com.example.books.Writes.nested(Writes.java)");
		Supplier<?> byInterface = (Supplier<?>) proxy(false, (call) -> call.proceed());
		assertThat(places(byInterface.get())).containsExactly("com.example.books.Writes.get(Writes.java)");
	}

	/** As a transaction that executes its statements at the commit. */
	@Test
	void namesTheMethodThatHasEnded() {
		MethodInterceptor commit = (call) -> CallSite.ofCaller();
		assertThat(places(((Writes) proxy(true, commit)).direct())).containsExactly("com.example.books.Writes.direct");
		assertThat(places(((Supplier<?>) proxy(false, commit)).get())).containsExactly("unknown");
	}

	private Object proxy(boolean ofClass, MethodInterceptor advice) {
		ProxyFactory factory = new ProxyFactory(this.writes);
		factory.setProxyTargetClass(ofClass);
		factory.addAdvice(advice);
		return factory.getProxy();
	}

	@Test
	void tellsTheApplicationFromFrameworks() {
		Map<String, Boolean> application = Map.of("com.example.Books", true,
				"org.springframework.samples.petclinic.owner.OwnerController", true,
				"org.springframework.jdbc.core.JdbcTemplate", false, "org.hibernate.Session", false,
				"dev.yoil.webtoon.Catalog", true, "dev.yoil.ehcache.EhCacheCache", false);
		application.forEach((name, is) -> assertThat(CallSite.isOfApplication(name)).as(name).isEqualTo(is));
	}

}
