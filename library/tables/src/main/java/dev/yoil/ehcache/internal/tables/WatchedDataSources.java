package dev.yoil.ehcache.internal.tables;

import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

import javax.sql.DataSource;

import net.ttddyy.dsproxy.ConnectionInfo;
import net.ttddyy.dsproxy.proxy.ProxyConfig;
import net.ttddyy.dsproxy.proxy.ProxyJdbcObject;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.AopConfigException;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Has a {@link TableWatch} see the statements of all data sources. A data source that
 * passes connections of others on is not watched, unless it is the only one. Tables of
 * the same name are taken for one, because a replica has the tables of its primary.
 * Thread-safe.
 */
public final class WatchedDataSources implements BeanPostProcessor {

	private static final Logger LOG = LoggerFactory.getLogger(WatchedDataSources.class);

	private final ListableBeanFactory beans;

	private final Supplier<TableWatch> watch;

	private final Supplier<TableDependencies> dependencies;

	private final Supplier<Clock> clock;

	private final List<LiveCatalog> catalogs = new CopyOnWriteArrayList<>();

	/**
	 * Creates a post-processor.
	 * @param beans has the data sources
	 * @param watch returns the watch, when the first data source is created
	 * @param dependencies returns the dependencies on tables likewise
	 */
	public WatchedDataSources(ListableBeanFactory beans, Supplier<TableWatch> watch,
			Supplier<TableDependencies> dependencies, Supplier<Clock> clock) {
		this.beans = beans;
		this.watch = watch;
		this.dependencies = dependencies;
		this.clock = clock;
	}

	/** Reads the catalogs of the databases that need it. Call this every second. */
	public void step() {
		this.catalogs.forEach((catalog) -> catalog.step((found) -> this.dependencies.get().know(found.tables())));
	}

	/**
	 * {@return the number of data sources}
	 */
	public int size() {
		return this.catalogs.size();
	}

	/**
	 * {@return whether all that changes a table is in the catalogs, as far as they could
	 * be read}
	 */
	public boolean areKnown() {
		return this.catalogs.stream().allMatch(LiveCatalog::isKnown);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (!(bean instanceof DataSource source) || (isPassing(source) && isOneOfSeveral())) {
			return bean;
		}
		LiveCatalog catalog = new LiveCatalog(source, this.clock.get());
		this.catalogs.add(catalog);
		TableWatch told = this.watch.get();
		TableDependencies changed = this.dependencies.get();
		ProxyFactory proxy = new ProxyFactory(source);
		proxy.addAdvice((MethodInterceptor) (call) -> call(call,
				(connection) -> new WatchedConnection(connection, catalog, told, changed)));
		ClassLoader loader = source.getClass().getClassLoader();
		if (!Modifier.isFinal(source.getClass().getModifiers())) {
			// Beans that need its class, such as that of a pool, still find it.
			proxy.setProxyTargetClass(true);
			try {
				return proxy.getProxy(loader);
			}
			catch (AopConfigException ex) {
				LOG.debug("Bean '{}' is watched by its interfaces only", name, ex);
				proxy.setProxyTargetClass(false);
			}
		}
		return proxy.getProxy(loader);
	}

	private static @Nullable Object call(MethodInvocation call, Function<Connection, WatchedConnection> watch)
			throws Throwable {
		Object[] arguments = call.getArguments();
		for (int i = 0; i < arguments.length; i++) {
			if (arguments[i] instanceof ProxyJdbcObject watched) {
				// The data source compares it with its own, such as before it closes it.
				arguments[i] = watched.getTarget();
			}
		}
		Object result = call.proceed();
		if (!call.getMethod().getName().equals("getConnection") || !(result instanceof Connection connection)) {
			return result;
		}
		WatchedConnection watched = watch.apply(connection);
		ProxyConfig config = ProxyConfig.Builder.create().queryListener(watched).methodListener(watched).build();
		return config.getJdbcProxyFactory().createConnection(connection, new ConnectionInfo(), config);
	}

	private static boolean isPassing(DataSource source) {
		return source instanceof DelegatingDataSource || source instanceof AbstractRoutingDataSource;
	}

	private boolean isOneOfSeveral() {
		return this.beans.getBeanNamesForType(DataSource.class, true, false).length > 1;
	}

}
