package dev.yoil.ehcache.internal.tables;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import com.example.books.Shelf;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The place of a statement in the application's code.
 */
class CallSiteTests {

	private static final String APPLY = "com.example.books.Shelf.apply(Shelf.java:N)";

	private static final String LAMBDA = "com.example.books.Shelf.lambda(Shelf.java:N)";

	private final Shelf shelf = new Shelf(new JdbcDataSource());

	private static List<String> places(Object found) {
		return ((List<?>) found).stream().map((place) -> place.toString().replaceAll(":\\d+", ":N")).toList();
	}

	@Test
	void namesMethodsWithoutFrameworks() {
		assertThat(places(CallSite.ofCaller())).containsExactly("unknown");
		assertThat(places(this.shelf.apply(CallSite::ofCaller))).containsExactly(APPLY);
		assertThat(places(this.shelf.lambda(() -> this.shelf.apply(CallSite::ofCaller)))).containsExactly(APPLY,
				LAMBDA);
	}

	@Test
	void namesTheMethodBehindAProxyOnce() {
		Shelf proxy = (Shelf) proxy(true, MethodInvocation::proceed);
		assertThat(places(this.shelf.lambda(() -> proxy.apply(CallSite::ofCaller)))).containsExactly(APPLY, LAMBDA);
		assertThat(places(byInterface(MethodInvocation::proceed))).containsExactly(APPLY);
	}

	/** As a transaction that executes its statements at the commit. */
	@Test
	void namesTheMethodThatHasEnded() {
		MethodInterceptor commit = (call) -> CallSite.ofCaller();
		assertThat(places(((Shelf) proxy(true, commit)).apply(Object::new)))
			.containsExactly("com.example.books.Shelf.apply");
		assertThat(places(byInterface(commit))).containsExactly("unknown");
	}

	@SuppressWarnings("unchecked") // that is the interface of the target
	private Object byInterface(MethodInterceptor advice) {
		return ((Function<Supplier<?>, Object>) proxy(false, advice)).apply(CallSite::ofCaller);
	}

	private Object proxy(boolean ofClass, MethodInterceptor advice) {
		ProxyFactory factory = new ProxyFactory(this.shelf);
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
