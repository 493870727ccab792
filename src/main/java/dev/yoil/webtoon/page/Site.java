package dev.yoil.webtoon.page;

/**
 * Where the site is: what stands in front of the addresses in its pages. Immutable.
 *
 * @param base what the service is mapped to; empty if it has the whole host
 * @param version the version of the files that pages need
 */
record Site(String base, String version) {

	/**
	 * The address of something on this site.
	 * @param path begins with a slash
	 */
	public String at(String path) {
		return this.base + path;
	}

	/**
	 * The address of a file that pages need.
	 * @param name its name
	 */
	public String asset(String name) {
		return this.base + "/assets/" + this.version + "/" + name;
	}

}
