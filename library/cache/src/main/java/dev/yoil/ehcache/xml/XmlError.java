package dev.yoil.ehcache.xml;

/**
 * One error in a cache configuration file.
 *
 * @param file the name of the file in messages
 * @param line the line in which the start tag ends, from 1; 0 for the whole file
 * @param column the column after the start tag, from 1; 0 if unknown
 * @param problem a full sentence
 * @param remedy the fix, a full sentence
 */
record XmlError(String file, int line, int column, String problem, String remedy) {

	/** Returns the place and the problem, without the remedy. */
	String description() {
		String place = (this.line > 0) ? ":" + this.line + ((this.column > 0) ? ":" + this.column : "") : "";
		return this.file + place + ": " + this.problem;
	}

	@Override
	public String toString() {
		return description() + " " + this.remedy;
	}

}
