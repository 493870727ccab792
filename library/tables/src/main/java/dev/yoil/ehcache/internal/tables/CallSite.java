package dev.yoil.ehcache.internal.tables;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The places in the application's code that call: the first frames of the calling thread
 * whose classes are neither of the JDK nor of a framework.
 */
final class CallSite {

	/** Enough to tell who calls a class that accesses the database for others. */
	private static final int FRAMES = 3;

	private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

	private static final List<String> FRAMEWORKS = List.of("dev.yoil.ehcache.", "dev.yoil.representation.",
			"org.springframework.", "net.ttddyy.", "com.zaxxer.", "org.hibernate.", "org.postgresql.", "org.h2.",
			"org.eclipse.persistence.", "org.jooq.", "org.apache.", "org.mybatis.", "com.querydsl.", "org.jdbi.",
			"io.ebean.", "org.flywaydb.", "liquibase.", "org.quartz.", "org.junit.", "io.micrometer.",
			"io.opentelemetry.", "jakarta.", "javax.", "kotlin.", "kotlinx.", "scala.", "groovy.",
			"org.codehaus.groovy.", "org.aopalliance.", "org.aspectj.", "reactor.", "com.mysql.", "org.mariadb.",
			"oracle.", "com.microsoft.sqlserver.");

	/** Applications, such as Petclinic. */
	private static final String SAMPLES = "org.springframework.samples.";

	private static final ClassValue<Boolean> OF_APPLICATION = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return !type.getModule().isNamed() && !Proxy.isProxyClass(type) && isOfApplication(type.getName());
		}

	};

	/** The text that Spring appends to the name of a class when it creates a proxy. */
	private static final String PROXY = "$$";

	private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

	private CallSite() {
	}

	/**
	 * {@return the places, such as {@code com.example.Books.rename(Books.java:42)}, each
	 * called by the next; at least one}
	 */
	static List<String> ofCaller() {
		List<String> places = STACK.walk((frames) -> {
			List<String> found = new ArrayList<>();
			Iterator<StackFrame> next = frames.filter((frame) -> OF_APPLICATION.get(frame.getDeclaringClass()))
				.iterator();
			String method = "";
			while (found.size() < FRAMES && next.hasNext()) {
				StackFrame frame = next.next();
				String called = method(frame);
				// A proxy, a bridge and a lambda have the name of a method beside them.
				if (!called.equals(method)) {
					found.add(called + line(frame));
				}
				method = called;
			}
			return found;
		});
		return places.isEmpty() ? List.of("unknown") : List.copyOf(places);
	}

	static boolean isOfApplication(String type) {
		return type.startsWith(SAMPLES) || FRAMEWORKS.stream().noneMatch(type::startsWith);
	}

	private static String method(StackFrame frame) {
		String type = frame.getClassName();
		int proxy = type.indexOf(PROXY);
		return ((proxy < 0) ? type : type.substring(0, proxy)) + "."
				+ LAMBDA.matcher(frame.getMethodName()).replaceFirst("$1");
	}

	/**
	 * Returns nothing for a proxy, whose method executes the statement after it ended.
	 */
	private static String line(StackFrame frame) {
		return (frame.getClassName().contains(PROXY) || frame.getLineNumber() < 1) ? ""
				: "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
	}

}
