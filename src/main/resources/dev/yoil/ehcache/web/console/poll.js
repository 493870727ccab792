/**
 * Asking again and again.
 * @module
 */

/** So many times as long as an answer took, nothing is asked again. */
const REST = 2;

/** The longest pause after failures, in milliseconds. */
const LONGEST = 5000;

/**
 * Asks one thing at a time, and the next when the one before is answered. It rests while the page is hidden, or paused, and longer when answers take long.
 */
export class Poll {

	#timer = 0;

	#asking = 0;

	#again = false;

	#failures = 0;

	#running = false;

	/**
	 * @param {number} every the pause between the starts of two questions, in milliseconds
	 * @param {() => Promise<any>|null} ask asks; null if there is nothing to ask now
	 * @param {(answer: any, took: number) => void} show shows the answer
	 * @param {(problem: any) => void} fail tells of a failure
	 */
	constructor(every, ask, show, fail = () => {}) {
		this.every = every;
		this.ask = ask;
		this.show = show;
		this.fail = fail;
	}

	start() {
		if (!this.#running) {
			this.#running = true;
			this.#run();
		}
	}

	stop() {
		this.#running = false;
		clearTimeout(this.#timer);
	}

	/** Asks at once, because something else is to be shown now; what is being answered is not shown any more. */
	now() {
		this.#failures = 0;
		if (this.#asking > 0) {
			this.#again = true;
		}
		else if (this.#running) {
			clearTimeout(this.#timer);
			this.#run();
		}
	}

	async #run() {
		const question = document.hidden ? null : this.ask();
		if (question === null) {
			this.#later(this.every);
			return;
		}
		this.#asking++;
		const start = performance.now();
		let answer;
		let problem = null;
		try {
			answer = await question;
		}
		catch (failure) {
			problem = failure;
		}
		this.#asking--;
		const took = performance.now() - start;
		const outdated = this.#again;
		this.#again = false;
		try {
			if (this.#running && !outdated) {
				this.#failures = problem === null ? 0 : this.#failures + 1;
				if (problem === null) {
					this.show(answer, took);
				}
				else {
					this.fail(problem);
				}
			}
		}
		finally {
			this.#later(outdated ? 0 : Math.max(this.every - took, took * REST, this.#penalty()));
		}
	}

	#penalty() {
		return this.#failures > 1 ? Math.min(LONGEST, this.every * this.#failures) : 0;
	}

	#later(pause) {
		clearTimeout(this.#timer);
		if (this.#running) {
			this.#timer = setTimeout(() => this.#run(), pause);
		}
	}

}
