package net.grinder.script;

import org.slf4j.Logger;

/**
 * The signatures of a script's context that our scripts use.
 */
public interface InternalScriptContext {

	Logger getLogger();

	void sleep(long meanTime, long standardDeviation);

	Statistics getStatistics();

}
