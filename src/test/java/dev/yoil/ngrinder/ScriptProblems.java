package dev.yoil.ngrinder;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import dev.yoil.ngrinder.Worker.Call;
import dev.yoil.webtoon.Administrator;
import groovy.lang.GroovyClassLoader;
import groovy.transform.TypeChecked;
import net.grinder.scriptengine.groovy.junit.GrinderRunner;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.customizers.ASTTransformationCustomizer;
import org.junit.Test;
import org.junit.runner.RunWith;

/**
 * Finds problems of a script: compiles it with type checks, and runs it against the
 * service as it is, slowed down, and broken.
 */
final class ScriptProblems {

	private static final int THREADS = 3;

	private static final int RUNS = 3;

	private static final long LIMIT_MILLIS = 20;

	private final Detour service;

	private final List<String> problems = new ArrayList<>();

	private final String password;

	private ScriptProblems(Detour service, String password) {
		this.service = service;
		this.password = password;
	}

	/**
	 * Finds out.
	 * @param source the script
	 * @param service where it may ask
	 * @return the problems; empty if there is none
	 */
	static List<String> of(String source, Detour service) {
		ScriptProblems found = new ScriptProblems(service,
				source.contains("password: ''") ? "|password=" + Administrator.PASSWORD : "");
		try {
			Class<?> script = compile(source);
			found.inspect(script);
			found.runWell(script);
			if (found.problems.isEmpty()) {
				found.runSlowly(script);
				found.runBroken(script);
			}
		}
		catch (CompilationFailedException ex) {
			found.problems.add("It does not compile: " + ex.getMessage());
		}
		catch (Exception ex) {
			found.problems.add("It does not run: " + ex.getMessage() + " " + ex.getCause());
		}
		finally {
			service.passOn();
		}
		return found.problems;
	}

	static Class<?> compile(String source) {
		CompilerConfiguration configuration = new CompilerConfiguration();
		configuration.addCompilationCustomizers(new ASTTransformationCustomizer(TypeChecked.class));
		// Groovy's own reader of class files knows only JDKs that are older than it.
		configuration.getOptimizationOptions().put("asmResolving", false);
		GroovyClassLoader loader = new GroovyClassLoader(ScriptProblems.class.getClassLoader(), configuration);
		return loader.parseClass(source, "TestRunner.groovy");
	}

	private void inspect(Class<?> script) {
		RunWith runner = script.getAnnotation(RunWith.class);
		if (runner == null || runner.value() != GrinderRunner.class) {
			this.problems.add("Its first class is not run by GrinderRunner");
		}
	}

	private void runWell(Class<?> script) throws Exception {
		this.service.passOn();
		List<Call> calls = run(script, 60_000);
		calls.stream()
			.filter((call) -> call.failure() != null)
			.forEach((call) -> this.problems.add(call.test() + " fails: " + call.failure()));
		for (String name : Worker.recorded()) {
			if (!tests(script).contains(name)) {
				this.problems.add("It records '" + name + "', which is no @Test of it");
			}
		}
		if (calls.stream().allMatch((call) -> call.asked().isEmpty())) {
			this.problems.add("It asks for nothing");
		}
		calls.stream()
			.filter((call) -> !call.asked().isEmpty() && !call.recorded())
			.forEach((call) -> this.problems.add(call.test() + " asks without being recorded"));
		String own = "http://127.0.0.1:" + this.service.port() + "/";
		calls.stream()
			.flatMap((call) -> call.asked().stream())
			.filter((address) -> !address.startsWith(own))
			.forEach((address) -> this.problems.add("It asks " + address));
	}

	private void runSlowly(Class<?> script) throws Exception {
		this.service.slowDown(2 * LIMIT_MILLIS);
		for (Call call : run(script, LIMIT_MILLIS)) {
			if (!call.asked().isEmpty() && !failedWith(call, "Took [0-9]+ ms, the limit is 20 ms")) {
				this.problems.add(call.test() + " takes a slow answer for a good one: " + call.failure());
			}
		}
	}

	private void runBroken(Class<?> script) throws Exception {
		List<Call> calls = run(script, 60_000, () -> this.service.breakDown(503));
		for (Call call : calls) {
			if (!call.asked().isEmpty() && !failedWith(call, "(?s)Response status.*503.*")) {
				this.problems.add(call.test() + " takes a wrong status for a good one: " + call.failure());
			}
		}
		if (calls.stream().allMatch((call) -> call.failure() == null)) {
			this.problems.add("Nothing fails while the service is broken");
		}
	}

	private List<Call> run(Class<?> script, long limit) throws Exception {
		return run(script, limit, () -> {
		});
	}

	private List<Call> run(Class<?> script, long limit, Runnable begun) throws Exception {
		return Worker.run(script, "port=" + this.service.port() + "|limit=" + limit + this.password, THREADS, RUNS,
				begun);
	}

	private static boolean failedWith(Call call, String message) {
		return call.failure() instanceof AssertionError failure && failure.getMessage().matches(message);
	}

	private static List<String> tests(Class<?> script) {
		return Arrays.stream(script.getMethods())
			.filter((method) -> method.isAnnotationPresent(Test.class))
			.map(Method::getName)
			.collect(Collectors.toList());
	}

}
