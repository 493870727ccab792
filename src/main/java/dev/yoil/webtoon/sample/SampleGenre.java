package dev.yoil.webtoon.sample;

/**
 * The genres of the sample webtoons, all of which the database has from the beginning.
 */
enum SampleGenre {

	/** Love stories. */
	ROMANCE("로맨스"),

	/** Magic, dungeons and other worlds. */
	FANTASY("판타지"),

	/** Fights and chases. */
	ACTION("액션"),

	/** Swordsmen and sects of the old martial world. */
	MARTIAL_ARTS("무협"),

	/** Crime and dread. */
	THRILLER("스릴러"),

	/** Riddles and those who solve them. */
	MYSTERY("추리"),

	/** Ordinary lives in hard moments. */
	DRAMA("드라마"),

	/** Jokes. */
	COMEDY("개그"),

	/** Small things of every day. */
	SLICE_OF_LIFE("일상"),

	/** Matches and those who train for them. */
	SPORTS("스포츠"),

	/** The future, space and machines. */
	SCIENCE_FICTION("SF"),

	/** The Korea of kings and palaces. */
	HISTORICAL("사극");

	private final String label;

	SampleGenre(String label) {
		this.label = label;
	}

	/**
	 * The genre as Korean readers know it.
	 * @return a short Korean text
	 */
	String label() {
		return this.label;
	}

}
