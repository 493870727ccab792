package net.grinder.scriptengine.groovy.junit;

import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

/**
 * The signature of nGrinder's runner.
 */
public class GrinderRunner extends BlockJUnit4ClassRunner {

	public GrinderRunner(Class<?> type) throws InitializationError {
		super(type);
	}

}
