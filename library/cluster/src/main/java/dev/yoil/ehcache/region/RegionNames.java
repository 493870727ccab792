package dev.yoil.ehcache.region;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules for the names of regions.
 */
final class RegionNames {

	/** The longest name in characters: the width of the column of the region table. */
	static final int LONGEST = 200;

	/** The names of further rows of a region, such as {@code #3 day/MONDAY}. */
	static final Pattern FURTHER_ROW = Pattern.compile("#\\d{1,2} (.+)", Pattern.DOTALL);

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

}
