/**
 * The state of the connection to the server.
 * @module
 */
import { attribute, byId, text } from './dom.js';
import { say } from './language.js';
import { duration, fineDuration, serverClock } from './time.js';

/** A longer response time is slow, in milliseconds. */
const SLOW = 2000;

/** After this time without a response, the server counts as lost, in milliseconds. A request waits longer. */
const SILENT = 3000;

export class Connection {

	#state = 'starting';

	#heard = performance.now();

	/** The time of the last response, by the clock of the server. */
	heardAt = serverClock.now();

	/** The time of the pending request; null for none. */
	#asked = null;

	#took = 0;

	#paused = false;

	#status = 0;

	/** @param {() => void} silent is called when the server leaves a request unanswered */
	constructor(silent) {
		this.silent = silent;
		setInterval(() => this.draw(), 500);
	}

	/** Records a request. */
	ask() {
		this.#asked = performance.now();
	}

	/** Records a response. @param {number} took the response time in milliseconds */
	hear(took) {
		this.#asked = null;
		this.#heard = performance.now();
		this.#took = took;
		if (this.#paused) {
			this.#become('paused');
			return;
		}
		serverClock.go();
		this.heardAt = serverClock.now();
		this.#become(took > SLOW ? 'slow' : 'live');
	}

	/** Records a failed request. */
	miss(problem) {
		this.#asked = null;
		this.#status = problem.status;
		serverClock.stop();
		if (this.#paused && problem.status !== 401) {
			return;
		}
		this.#become(problem.status === 0 ? 'lost' : problem.status === 401 ? 'refused' : problem.status < 400 ? 'unreadable' : 'failed');
	}

	pause() {
		this.#paused = true;
		this.#asked = null;
		serverClock.stop();
		this.#become('paused');
	}

	/** Records a request after a pause. */
	resume() {
		this.#paused = false;
		this.#heard = performance.now();
		this.ask();
		this.#become('starting');
	}

	get isRefused() {
		return this.#state === 'refused';
	}

	/** True if the server does not respond properly. */
	get isDown() {
		return this.isLost && !this.isRefused;
	}

	/** True if the shown state may be old. */
	get isLost() {
		return ['lost', 'refused', 'unreadable', 'failed'].includes(this.#state);
	}

	#become(state) {
		const changed = state !== this.#state;
		this.#state = state;
		this.draw();
		for (const button of document.querySelectorAll('[data-changes]')) {
			button.disabled = this.isLost;
		}
		// Screen readers announce the change, not the seconds.
		if (changed && state !== 'starting') {
			text(byId('connection-said'), state === 'lost' ? say('connection.lost.said') : byId('connection-text').textContent);
		}
	}

	draw() {
		const waiting = this.#asked === null ? 0 : performance.now() - this.#asked;
		if (waiting > SILENT && ['starting', 'live', 'slow'].includes(this.#state)) {
			serverClock.stop();
			this.#become('lost');
			this.silent();
			return;
		}
		if (waiting > SLOW && (this.#state === 'live' || this.#state === 'slow')) {
			this.#took = Math.max(this.#took, waiting);
			// The state is unknown until the next response.
			serverClock.stop();
			if (this.#state === 'live') {
				this.#become('slow');
				return;
			}
		}
		attribute(document.documentElement, 'data-state', this.#state);
		attribute(byId('connection'), 'data-state', this.#state);
		text(byId('connection-text'), say('connection.' + this.#state, {
			time: this.#state === 'slow' ? fineDuration(this.#took) : duration(performance.now() - this.#heard), status: this.#status,
		}));
	}

}
