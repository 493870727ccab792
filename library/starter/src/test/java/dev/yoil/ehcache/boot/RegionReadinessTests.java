package dev.yoil.ehcache.boot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.cluster.RegionSchema;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.support.Background;
import dev.yoil.support.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Readiness of an instance that cannot read the versions of regions at first.
 */
@Timeout(60)
class RegionReadinessTests {

	private final String url = PostgresServer.shared().createDatabase();

	private final Listening listening = new Listening();

	private final CompletableFuture<ConfigurableApplicationContext> started = new CompletableFuture<>();

	private volatile @Nullable Status statusAtFirst;

	private volatile @Nullable Status statusWhenReady;

	@TempDir
	Path directory;

	@BeforeEach
	void makeTable() throws SQLException {
		try (Connection connection = database().getConnection()) {
			connection.createStatement().execute(RegionSchema.sql());
		}
	}

	private DataSource database() {
		return new DriverManagerDataSource(this.url, PostgresServer.USER, PostgresServer.PASSWORD);
	}

	private ConfigurableApplicationContext run() throws Exception {
		Path file = Files.writeString(this.directory.resolve("ehcache.xml"), TestCaches.HEAD
				+ "<service><y:cluster lease='60s' poll='20ms'/></service><cache alias='any'><heap>1</heap></cache></config>");
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("yoil.ehcache.config=" + file, "spring.main.register-shutdown-hook=false")
			.initializers((context) -> {
				context.getBeanFactory().registerSingleton("database", database());
				context.getBeanFactory().registerSingleton("listening", this.listening);
			})
			.listeners(this::seen)
			.run();
	}

	private void seen(ApplicationEvent event) {
		if (event instanceof ApplicationStartedEvent now) {
			this.statusAtFirst = status(now.getApplicationContext());
			this.started.complete(now.getApplicationContext());
			this.listening.failures.set(3);
		}
		if (event instanceof AvailabilityChangeEvent<?> change
				&& change.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
			this.statusWhenReady = status((ApplicationContext) change.getSource());
		}
	}

	private static Status status(ApplicationContext context) {
		return context.getBean("cacheLeaseHealthIndicator", HealthIndicator.class).health().getStatus();
	}

	@Test
	void isReadyAfterTheFirstRead() throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			assertThat(this.statusAtFirst).isEqualTo(Status.DOWN);
			assertThat(this.statusWhenReady).isEqualTo(Status.UP);
			assertThat(context.isActive()).isTrue();
		}
	}

	@Test
	void canBeClosedBeforeTheFirstRead() throws Exception {
		this.listening.forever = true;
		CompletableFuture<ConfigurableApplicationContext> running = Background.supply(() -> {
			try {
				return run();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
		ConfigurableApplicationContext context = this.started.get(30, TimeUnit.SECONDS);
		// It must wait inside the runner.
		await().until(RegionReadinessTests::isWaiting);
		context.close();
		running.get(30, TimeUnit.SECONDS);
		assertThat(this.statusWhenReady).isNull();
	}

	private static boolean isWaiting() {
		return Thread.getAllStackTraces()
			.values()
			.stream()
			.flatMap(Arrays::stream)
			.anyMatch((frame) -> frame.getClassName().equals(RegionWatch.class.getName())
					&& frame.getMethodName().equals("awaitRead"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@ImportAutoConfiguration({ EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class,
			RegionAutoConfiguration.class })
	static class Application {

	}

	/**
	 * Connects to the database after some failures.
	 */
	private final class Listening implements JdbcConnectionDetails {

		private final AtomicInteger failures = new AtomicInteger(Integer.MAX_VALUE);

		private volatile boolean forever;

		@Override
		public String getUsername() {
			return PostgresServer.USER;
		}

		@Override
		public String getPassword() {
			return PostgresServer.PASSWORD;
		}

		@Override
		public String getJdbcUrl() {
			return (this.failures.getAndDecrement() > 0 || this.forever) ? "jdbc:postgresql://127.0.0.1:1/nowhere"
					: RegionReadinessTests.this.url;
		}

	}

}
