package dev.yoil.lab.result;

import java.util.List;

/**
 * What an experiment says.
 *
 * @param sentence the answer in one sentence, with its figures
 * @param notes what to know of the load and of the tables, a sentence each
 * @param tables the first is that of the published figures beside ours
 * @param charts in the order in which to show them
 */
public record Answer(String sentence, List<String> notes, List<Table> tables, List<Chart> charts) {

	/**
	 * A table.
	 *
	 * @param title what it shows
	 * @param columns their heads; the first column names the rows
	 * @param rows as many cells as there are columns, ready to be read
	 */
	public record Table(String title, List<String> columns, List<List<String>> rows) {
	}

}
