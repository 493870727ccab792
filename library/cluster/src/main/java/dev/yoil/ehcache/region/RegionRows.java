package dev.yoil.ehcache.region;

import java.util.Collection;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/**
 * The names of the rows of a region. The first has the name of the region. A region whose
 * writers would wait for each other has further rows, such as {@code #3 day/MONDAY}: a
 * change of any row is a change of the region.
 */
final class RegionRows {

	private RegionRows() {
	}

	/**
	 * Returns the name of a row: the first one if another name does not fit.
	 * @param slot 0 for the first row
	 */
	static String row(String region, int slot) {
		return (slot > 0 && region.length() < RegionNames.LONGEST - 3) ? "#" + slot + " " + region : region;
	}

	static String region(String row) {
		if (!row.startsWith("#")) {
			return row;
		}
		Matcher further = RegionNames.FURTHER_ROW.matcher(row);
		return further.matches() ? further.group(1) : row;
	}

	static Set<String> regions(Collection<String> rows) {
		return rows.stream().map(RegionRows::region).collect(Collectors.toSet());
	}

}
