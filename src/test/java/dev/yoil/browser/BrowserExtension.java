package dev.yoil.browser;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests {@link Browsers}, holds every page that was looked at against what holds
 * for all of them ({@link Browser#verify()}), and closes the browser after each test,
 * however it went. Without a Chromium the tests are skipped and the log says so in a
 * line, unless {@code YOIL_BROWSER=required} is in the environment: then they fail.
 */
final class BrowserExtension implements ExecutionCondition, ParameterResolver, AfterEachCallback {

	private static final Namespace NAMESPACE = Namespace.create(BrowserExtension.class);

	private static final Log LOG = LogFactory.getLog(BrowserExtension.class);

	private static final String SKIPPED = "The tests in a browser are skipped: there is no Chromium with its driver. "
			+ Chromium.REMEDY;

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if ("none".equals(System.getenv("YOIL_BROWSER"))) {
			return ConditionEvaluationResult.disabled("YOIL_BROWSER=none");
		}
		if (required() || Chromium.find(System.getenv()).isPresent()) {
			return ConditionEvaluationResult.enabled("There is a browser, or has to be one");
		}
		context.getRoot().getStore(NAMESPACE).computeIfAbsent("told", (key) -> {
			LOG.warn(SKIPPED);
			return true;
		});
		return ConditionEvaluationResult.disabled(SKIPPED);
	}

	private static boolean required() {
		return "required".equals(System.getenv("YOIL_BROWSER"));
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == Browsers.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return store(context).computeIfAbsent(Browsers.class, (key) -> start(), Browsers.class);
	}

	/** Of all tests of this JVM: where classes run one by one, each has a root. */
	private static ExtensionContext.Store store(ExtensionContext context) {
		return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, NAMESPACE);
	}

	private static Browsers start() {
		return Browsers.start(Chromium.find(System.getenv())
			.orElseThrow(() -> new IllegalStateException(
					"YOIL_BROWSER=required, and there is no Chromium with its driver. " + Chromium.REMEDY)));
	}

	@Override
	public void afterEach(ExtensionContext context) {
		Browsers browsers = store(context).get(Browsers.class, Browsers.class);
		if (browsers == null || browsers.opened() == null) {
			return;
		}
		try {
			if (context.getExecutionException().isEmpty()) {
				browsers.finish();
			}
			else {
				browsers.opened().record(context);
			}
		}
		finally {
			browsers.quit();
		}
	}

}
