package dev.yoil.ehcache.doctor;

/**
 * How bad a finding is.
 */
public enum Severity {

	/** Something in the file has no effect. Nothing is lost. */
	NOTE,
	/** The cache does less than it could, or than somebody meant it to. */
	WARNING

}
