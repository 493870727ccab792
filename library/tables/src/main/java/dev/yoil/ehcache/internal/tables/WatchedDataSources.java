package dev.yoil.ehcache.internal.tables;

import java.lang.reflect.Modifier;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import javax.sql.DataSource;

import net.ttddyy.dsproxy.support.ProxyDataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Has a {@link TableWatch} see the statements of all data sources. A data source that
 * passes connections of others on is not watched, unless it is the only one. Thread-safe.
 */
public final class WatchedDataSources implements BeanPostProcessor {

	private final ListableBeanFactory beans;

	private final Supplier<TableWatch> watch;

	private final Supplier<Clock> clock;

	private final List<WatchedDataSource> watched = new CopyOnWriteArrayList<>();

	/**
	 * Creates a post-processor.
	 * @param beans has the data sources
	 * @param watch returns the watch, when the first data source is created
	 */
	public WatchedDataSources(ListableBeanFactory beans, Supplier<TableWatch> watch, Supplier<Clock> clock) {
		this.beans = beans;
		this.watch = watch;
		this.clock = clock;
	}

	/** Reads the catalogs of the databases that need it. Call this every second. */
	public void step() {
		this.watched.forEach(WatchedDataSource::step);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (!(bean instanceof DataSource source) || (isPassing(source) && isOneOfSeveral())) {
			return bean;
		}
		WatchedDataSource statements = new WatchedDataSource(source, this.watched.isEmpty() ? "" : name + ".",
				this.watch.get(), this.clock.get());
		this.watched.add(statements);
		ProxyDataSource connections = ProxyDataSourceBuilder.create(name, source)
			.listener(statements)
			.methodListener(statements)
			.build();
		ProxyFactory proxy = new ProxyFactory(source);
		// Beans that need its class, such as that of a pool, still find it.
		proxy.setProxyTargetClass(!Modifier.isFinal(source.getClass().getModifiers()));
		proxy.addAdvice((MethodInterceptor) (call) -> {
			Object[] arguments = call.getArguments();
			if (!call.getMethod().getName().equals("getConnection")) {
				return call.proceed();
			}
			return (arguments.length == 0) ? connections.getConnection()
					: connections.getConnection((String) arguments[0], (String) arguments[1]);
		});
		return proxy.getProxy(source.getClass().getClassLoader());
	}

	private static boolean isPassing(DataSource source) {
		return source instanceof DelegatingDataSource || source instanceof AbstractRoutingDataSource;
	}

	private boolean isOneOfSeveral() {
		return this.beans.getBeanNamesForType(DataSource.class, true, false).length > 1;
	}

}
