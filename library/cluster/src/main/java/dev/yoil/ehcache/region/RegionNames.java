package dev.yoil.ehcache.region;

import java.util.Collection;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names of regions and of their rows. The first row has the name of the region. A
 * region whose writers would wait for each other has further rows, such as
 * {@code #3 day/MONDAY}: a change of any row is a change of the region.
 */
final class RegionNames {

	/** The longest name in characters: the width of the column of the region table. */
	private static final int LONGEST = 200;

	private static final Pattern FURTHER_ROW = Pattern.compile("#\\d{1,2} (.+)", Pattern.DOTALL);

	private RegionNames() {
	}

	/**
	 * Checks the names of regions.
	 * @return the same names
	 * @throws IllegalArgumentException if a name is not valid
	 */
	static Set<String> checked(Set<String> regions) {
		for (String region : regions) {
			if (region.isEmpty() || region.length() > LONGEST) {
				throw new IllegalArgumentException("Invalid region name of " + region.length()
						+ " characters: use 1 to " + LONGEST + " characters");
			}
			if (region.charAt(0) == '#' && (FURTHER_ROW.matcher(region).matches() || region.startsWith("#node ")
					|| region.startsWith("#horizon"))) {
				throw new IllegalArgumentException(
						"Invalid region name '" + region + "': do not begin with a number sign");
			}
		}
		return regions;
	}

	/**
	 * Returns the name of a row: the first one if another name does not fit.
	 * @param slot 0 for the first row
	 */
	static String row(String region, int slot) {
		return (slot > 0 && region.length() < LONGEST - 3) ? "#" + slot + " " + region : region;
	}

	static String ofRow(String row) {
		Matcher further = FURTHER_ROW.matcher(row);
		return further.matches() ? further.group(1) : row;
	}

	static Set<String> ofRows(Collection<String> rows) {
		return rows.stream().map(RegionNames::ofRow).collect(Collectors.toSet());
	}

}
