package dev.yoil.ehcache.region;

import java.util.Collection;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names of the rows of a region. The first has the name of the region. A region whose
 * writers would wait for each other has further rows, such as {@code #3 day/MONDAY}: a
 * change of any row is a change of the region.
 */
final class RegionRows {

	private static final Pattern FURTHER = Pattern.compile("#\\d{1,2} (.+)", Pattern.DOTALL);

	/** The width of the table's column. */
	private static final int LONGEST_NAME = 200;

	private RegionRows() {
	}

	/**
	 * Returns the name of a row: the first one if another name does not fit.
	 * @param slot 0 for the first row
	 */
	static String row(String region, int slot) {
		return (slot > 0 && region.length() < LONGEST_NAME - 3) ? "#" + slot + " " + region : region;
	}

	static Set<String> checked(Set<String> regions) {
		for (String region : regions) {
			if (region.isEmpty() || region.length() > LONGEST_NAME) {
				throw new IllegalArgumentException("Invalid region name of " + region.length()
						+ " characters: use 1 to " + LONGEST_NAME + " characters");
			}
			if (FURTHER.matcher(region).matches()) {
				throw new IllegalArgumentException(
						"Invalid region name '" + region + "': do not begin with a number sign");
			}
		}
		return regions;
	}

	static String region(String row) {
		Matcher further = FURTHER.matcher(row);
		return further.matches() ? further.group(1) : row;
	}

	static Set<String> regions(Collection<String> rows) {
		return rows.stream().map(RegionRows::region).collect(Collectors.toSet());
	}

}
