package dev.yoil.lab.service;

/**
 * Databases of one kind. Each number of webtoons is filled in once, and copied after
 * that.
 */
interface Databases extends AutoCloseable {

	/**
	 * Makes a database that is filled.
	 * @param webtoons with how many
	 * @param filling fills an empty one, if there is none yet to copy
	 */
	Database open(int webtoons, Filling filling);

	/**
	 * Removes all of them.
	 */
	@Override
	void close();

	/**
	 * Fills databases.
	 */
	@FunctionalInterface
	interface Filling {

		/**
		 * Fills a database, and leaves it closed.
		 * @param empty what to fill
		 * @param webtoons with how many
		 */
		void fill(Database empty, int webtoons);

	}

}
