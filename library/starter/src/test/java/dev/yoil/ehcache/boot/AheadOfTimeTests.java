package dev.yoil.ehcache.boot;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import dev.yoil.ehcache.TestCaches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application processed ahead of time.
 */
class AheadOfTimeTests {

	@TempDir
	Path directory;

	@Test
	void readsTheFileAtStartup() throws Exception {
		Path file = write("<cache alias='built'><heap>10</heap></cache>");
		InMemoryGeneratedFiles generated = new InMemoryGeneratedFiles();
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(Application.class)), generated);
		ClassName initializer;
		try (AnnotationConfigApplicationContext built = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of("yoil.ehcache.config=" + file).applyTo(built);
			built.register(Application.class);
			initializer = new ApplicationContextAotGenerator().processAheadOfTime(built, generation);
		}
		generation.writeGeneratedContent();
		assertThat(RuntimeHintsPredicates.resource().forResource("ehcache.xml")).accepts(generation.getRuntimeHints());
		assertThat(RuntimeHintsPredicates.resource().forResource("dev/yoil/ehcache/internal/web/console/main.js"))
			.accepts(generation.getRuntimeHints());
		write("<cache alias='started'><heap>10</heap></cache>");
		try (URLClassLoader classes = compile(generated)) {
			Class<?> starting = classes.loadClass(AheadOfTimeTests.class.getName());
			assertThat(ReflectionTestUtils.<List<String>>invokeMethod(starting, "start", initializer.canonicalName(),
					file.toString()))
				.containsExactly("started");
		}
	}

	/**
	 * Runs in the class loader of the generated classes.
	 * @return the names of the caches
	 */
	@SuppressWarnings("unchecked") // What Spring generates is one.
	static List<String> start(String initializer, String file) throws ReflectiveOperationException {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(AheadOfTimeTests.class.getClassLoader());
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			TestPropertyValues.of("yoil.ehcache.config=" + file).applyTo(context);
			((ApplicationContextInitializer<GenericApplicationContext>) Class.forName(initializer)
				.getDeclaredConstructor()
				.newInstance()).initialize(context);
			context.refresh();
			return List.copyOf(context.getBean(CacheManager.class).getCacheNames());
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	private Path write(String caches) throws IOException {
		return Files.writeString(this.directory.resolve("ehcache.xml"), TestCaches.HEAD + caches + "</config>");
	}

	private URLClassLoader compile(InMemoryGeneratedFiles generated) throws IOException {
		Path classes = Files.createDirectory(this.directory.resolve("classes"));
		List<Path> sources = new ArrayList<>();
		for (var source : generated.getGeneratedFiles(Kind.SOURCE).entrySet()) {
			Path path = this.directory.resolve("sources").resolve(source.getKey());
			Files.createDirectories(path.getParent());
			try (var content = source.getValue().getInputStream()) {
				Files.copy(content, path);
			}
			sources.add(path);
		}
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter said = new StringWriter();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
			boolean compiled = compiler
				.getTask(said, files, null, List.of("-proc:none", "-d", classes.toString()), null,
						files.getJavaFileObjectsFromPaths(sources))
				.call();
			assertThat(compiled).as("compiled: %s", said).isTrue();
		}
		// Generated classes are in packages of Spring Boot, so its classes need the same
		// loader.
		List<URL> all = new ArrayList<>(List.of(classes.toUri().toURL()));
		for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
			all.add(Path.of(path).toUri().toURL());
		}
		return new URLClassLoader(all.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@ImportAutoConfiguration({ EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class,
			RegionAutoConfiguration.class, CacheAutoConfiguration.class, JacksonAutoConfiguration.class,
			CacheInspectionAutoConfiguration.class })
	static class Application {

	}

}
