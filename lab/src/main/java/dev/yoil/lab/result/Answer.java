package dev.yoil.lab.result;

import java.util.List;

/**
 * The answer of an experiment.
 *
 * @param sentence the headline, with its figures; at most 25 words
 * @param notes caveats on the load and the tables, a sentence each
 * @param tables the first has the published figures, if there are any
 * @param charts the first shows the figures of the headline
 */
public record Answer(String sentence, List<String> notes, List<Table> tables, List<Chart> charts) {

	/**
	 * A table.
	 *
	 * @param title of the table
	 * @param columns the heads; the first column names the rows
	 * @param rows formatted cells, one per column
	 */
	public record Table(String title, List<String> columns, List<List<String>> rows) {
	}

}
