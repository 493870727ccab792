package net.grinder.script;

/**
 * The signature of a script's statistics that our scripts use.
 */
public interface Statistics {

	void setDelayReports(boolean delay);

}
