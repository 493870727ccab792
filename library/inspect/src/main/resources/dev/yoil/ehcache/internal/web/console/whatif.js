/**
 * The simulation of the selected cache: the hit ratio with other capacities and TTLs.
 * @module
 */
import { compare, pointsBetween } from './compare.js';
import { drawCurve } from './curve.js';
import { byId, renew, text } from './dom.js';
import { capacityWords, HeatMap, ttlWords } from './heatmap.js';
import { number, percent, say } from './language.js';
import { scaleOf } from './scale.js';

/** A larger difference between simulation and truth means that the simulation does not fit. */
const TOLERANCE = 0.02;

/** The cell of a capacity and a TTL; null if unknown. */
function cellOf({ capacities, ttls, cells }, { capacity, ttl }) {
	return cells[capacities.indexOf(capacity)]?.[ttls.indexOf(ttl)] ?? null;
}

/** Says what is missing, if nothing is known yet. */
function missing({ capacities, measured, lookups }, inBytes) {
	if (capacities.length === 0) {
		return say(inBytes ? 'whatif.bytes' : 'whatif.off');
	}
	return measured === null ? say('whatif.idle') : say('whatif.few', { lookups: number(lookups) });
}

export class WhatIf {

	#answer = null;

	#inBytes = false;

	#bypassed = false;

	#map = new HeatMap(() => this.#draw());

	/**
	 * @param {any} answer of the server about the selected cache
	 * @param {any} snapshot of the cache
	 */
	show(answer, { policy, bypassed }) {
		this.#answer = answer;
		this.#inBytes = policy.capacity === null;
		this.#bypassed = bypassed !== null;
		this.#draw();
	}

	#draw() {
		const answer = this.#answer;
		if (answer === null) {
			return;
		}
		const ratios = answer.cells.flat().filter(Boolean).map(({ hitRatio }) => hitRatio);
		byId('what-if-known').hidden = ratios.length === 0;
		text(byId('what-if-note'), ratios.length === 0 ? missing(answer, this.#inBytes)
			: [say('whatif.basis', { lookups: number(answer.lookups) }), ...(this.#inBytes ? [say('whatif.estimated')] : [])].join(' '));
		text(byId('what-if-bypassed'), this.#bypassed && answer.capacities.length > 0 ? say('whatif.bypassed') : '');
		if (ratios.length === 0) {
			return;
		}
		const scale = scaleOf(ratios);
		text(byId('curve-title'), answer.ttl === null ? say('whatif.curve') : say('whatif.curve.ttl', { ttl: answer.ttl }));
		drawCurve(answer, scale);
		this.#map.show(answer, scale);
		this.#compare(answer);
		this.#check(answer);
	}

	/** Shows the selected cell beside the present one. */
	#compare(answer) {
		const { selected } = this.#map;
		const column = (cell, key) => ({ head: say(key, { capacity: capacityWords(cell.capacity), ttl: ttlWords(cell.ttl) }), figures: cellOf(answer, cell), absent: say('whatif.unknown') });
		const columns = [column(answer, 'whatif.present.cell'), ...(selected ? [column(selected, 'whatif.selected.cell')] : [])];
		const known = columns.some(({ figures }) => figures);
		text(byId('what-if-select'), selected === null ? say('whatif.select') : known ? '' : say('whatif.unknown'));
		renew(byId('what-if-compare'), [known ? compare(say('whatif.compare'), columns, selected !== null) : null]);
	}

	/** Compares the simulation of the present cell with the truth. */
	#check(answer) {
		const simulated = cellOf(answer, answer);
		const place = byId('what-if-check');
		place.hidden = simulated === null || answer.measured === null;
		if (place.hidden) {
			return;
		}
		const { hitRatio } = answer.measured;
		const far = Math.abs(simulated.hitRatio - hitRatio) > TOLERANCE;
		const words = say('whatif.check', { simulated: percent(simulated.hitRatio), measured: percent(hitRatio), difference: pointsBetween(simulated.hitRatio, hitRatio) });
		text(place, far ? words + ' ' + say('whatif.check.far') : words);
		place.classList.toggle('warning', far);
	}

	/** Says that the request failed. @param {{status: number, detail: string}} problem */
	failed(problem) {
		if (this.#answer === null) {
			text(byId('what-if-note'), say('entries.failed', { detail: problem.detail || problem.status }));
		}
	}

	/** Shows everything in the present language. */
	forget() {
		this.#draw();
	}

	/** Forgets all, for another cache. */
	clear() {
		this.#answer = null;
		this.#map.clear();
		byId('what-if-known').hidden = true;
		text(byId('what-if-note'), '');
		text(byId('what-if-bypassed'), '');
	}

}
