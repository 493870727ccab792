package dev.yoil.ehcache.xml;

import java.io.Serializable;

/**
 * One thing that is wrong with a cache configuration file.
 *
 * @param file how the file is named in messages
 * @param line the line in which the start tag in question ends, from 1; 0 if it is no
 * matter of a line
 * @param column the column after that tag's end, from 1; 0 if it is not known
 * @param problem what is wrong, a full sentence
 * @param remedy what to write instead, a full sentence
 */
public record Mistake(String file, int line, int column, String problem, String remedy) implements Serializable {

	/**
	 * {@return where the file is wrong: {@code file:line:column}, as far as that is
	 * known}
	 */
	public String place() {
		return (this.line == 0) ? this.file
				: this.file + ":" + this.line + ((this.column > 0) ? ":" + this.column : "");
	}

	@Override
	public String toString() {
		return place() + ": " + this.problem + " " + this.remedy;
	}

}
