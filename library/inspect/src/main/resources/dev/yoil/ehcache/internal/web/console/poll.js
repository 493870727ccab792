/**
 * Repeated requests.
 * @module
 */

/** The minimum pause, as a multiple of the last response time. */
const REST = 2;

/** The usual longest pause, also after failures, in milliseconds. */
const LONGEST = 5000;

/**
 * A repeated request. At most one is pending. It pauses while the page is hidden, and longer if responses are slow.
 */
export class Poll {

	#timer = 0;

	#asking = false;

	#running = false;

	/** True to send one request although stopped. */
	#wanted = false;

	/** Increases whenever pending responses become outdated. */
	#generation = 0;

	#failures = 0;

	/**
	 * @param {number} every the pause between the starts of two questions, in milliseconds
	 * @param {() => Promise<any>|null} ask asks; null if there is nothing to ask now
	 * @param {(answer: any, took: number) => void} show shows the answer
	 * @param {(problem: any) => void} fail tells of a failure
	 * @param {number} longest the longest pause, in milliseconds
	 */
	constructor(every, ask, show, fail = () => {}, longest = Math.max(every, LONGEST)) {
		this.every = every;
		this.ask = ask;
		this.show = show;
		this.fail = fail;
		this.longest = longest;
	}

	start() {
		if (!this.#running) {
			this.#running = true;
			this.now();
		}
	}

	/** Stops polling. A pending response is discarded. */
	stop() {
		this.#running = false;
		this.#wanted = false;
		this.#generation++;
		clearTimeout(this.#timer);
	}

	/** Sends a request at once, only this one if stopped. A pending response is discarded. */
	now() {
		this.#failures = 0;
		this.#generation++;
		this.#wanted = true;
		this.#later(0);
	}

	async #run() {
		const question = document.hidden ? null : this.ask();
		this.#wanted = false;
		if (question === null) {
			this.#later(this.every);
			return;
		}
		this.#asking = true;
		const mine = this.#generation;
		const start = performance.now();
		let answer;
		let problem = null;
		try {
			answer = await question;
		}
		catch (failure) {
			problem = failure;
		}
		this.#asking = false;
		const took = performance.now() - start;
		try {
			if (mine === this.#generation) {
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
			this.#later(mine === this.#generation ? this.#rest(took) : 0);
		}
	}

	#rest(took) {
		const rest = Math.min(this.longest, Math.max(this.every - took, took * REST));
		if (this.#failures === 0) {
			return rest;
		}
		return Math.min(this.longest, Math.max(rest, this.#failures > 1 ? this.every * this.#failures : 0));
	}

	#later(pause) {
		clearTimeout(this.#timer);
		if (this.#asking || !(this.#running || this.#wanted)) {
			return;
		}
		if (pause === 0) {
			this.#run();
		}
		else if (this.#running) {
			this.#timer = setTimeout(() => this.#run(), pause);
		}
	}

}
