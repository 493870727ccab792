/**
 * Durations in words, and the clock of the server.
 * @module
 */
import { number, say, weekday } from './language.js';

const UNITS = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1000]];

/** A duration in its two largest units, rounded down to seconds. */
export function duration(millis) {
	const first = UNITS.findIndex(([, length]) => millis >= length);
	if (first < 0) {
		return say('unit.s', { n: 0 });
	}
	let rest = Math.floor(millis / 1000) * 1000;
	const parts = [];
	for (const [unit, length] of UNITS.slice(first, first + 2)) {
		const n = Math.floor(rest / length);
		rest -= n * length;
		if (n > 0) {
			parts.push(say('unit.' + unit, { n: number(n) }));
		}
	}
	return parts.join(' ');
}

/** A duration that may be shorter than a second. */
export function fineDuration(millis) {
	if (millis >= 10_000) {
		return duration(millis);
	}
	if (millis > 0 && millis < 1) {
		return say('unit.us', { n: number(millis * 1000, millis < 0.01 ? 1 : 0) });
	}
	return millis >= 1000 ? say('unit.s', { n: number(millis / 1000, 1) }) : say('unit.ms', { n: number(millis, millis < 10 ? 2 : millis < 100 ? 1 : 0) });
}

const UNIT_WORDS = { ms: 'ms', s: 's', m: 'min', h: 'h', d: 'd' };

/** A duration of ehcache.xml such as 200s, with its number and unit; another form as it is. */
export function configured(text) {
	const parts = /^(\d+)(ms|s|m|h|d)$/.exec(text);
	return parts ? say('unit.' + UNIT_WORDS[parts[2]], { n: number(Number(parts[1])) }) : text;
}

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** A cron expression in words, if it is a time of each day or of one day of the week. */
export function cron(text) {
	const [second, minute, hour, day, month, weekDay] = text.split(' ');
	if (![second, minute, hour].every((field) => /^\d+$/.test(field)) || day !== '*' || month !== '*') {
		return say('policy.cron', { cron: text });
	}
	const time = [hour, minute, ...(second === '0' ? [] : [second])].map((field) => field.padStart(2, '0')).join(':');
	if (weekDay === '*') {
		return say('policy.daily', { time });
	}
	const index = DAYS.indexOf(weekDay);
	return index < 0 ? say('policy.cron', { cron: text }) : say('policy.weekly', { day: weekday(index), time });
}

/** The time of the server, estimated from its responses. It stops while the connection is lost. */
class ServerClock {

	#earliest = -Infinity;

	#latest = Infinity;

	#stopped = null;

	/**
	 * Learns from the Date of a response, which has whole seconds and may be a second old, because Tomcat updates it once a second.
	 * @param {string|null} date the header
	 * @param {number} sent the time of the request
	 * @param {number} received the time of the response
	 */
	hear(date, sent, received) {
		const told = date === null ? NaN : Date.parse(date);
		if (Number.isNaN(told)) {
			return;
		}
		const earliest = told - received;
		const latest = told + 2000 - sent;
		// A contradiction means that a clock was set. The new value replaces the old ones.
		if (earliest > this.#latest || latest < this.#earliest) {
			this.#earliest = earliest;
			this.#latest = latest;
			return;
		}
		this.#earliest = Math.max(this.#earliest, earliest);
		this.#latest = Math.min(this.#latest, latest);
	}

	get #offset() {
		if (this.#earliest <= 0 && this.#latest >= 0) {
			return 0;
		}
		return (this.#earliest + this.#latest) / 2;
	}

	/** Milliseconds since 1970. */
	now() {
		return this.#stopped ?? Date.now() + this.#offset;
	}

	stop() {
		this.#stopped ??= this.now();
	}

	go() {
		this.#stopped = null;
	}

}

export const serverClock = new ServerClock();
