/**
 * The language of the page, and its words, numbers and times.
 * @module
 */
import { words } from './words.js';

const REMEMBERED = 'yoil.language';

let language = chosen();

const listeners = [];

function chosen() {
	const asked = new URLSearchParams(location.search).get('lang');
	const first = [asked, remembered(), ...navigator.languages].map((tag) => (tag ?? '').slice(0, 2).toLowerCase());
	return first.find((tag) => tag in words) ?? 'en';
}

function remembered() {
	try {
		return localStorage.getItem(REMEMBERED);
	}
	catch {
		return null; // The browser keeps nothing for pages.
	}
}

/** The language as a tag. */
export function tag() {
	return language;
}

/** Registers a listener of changes of the language. */
export function onLanguage(listener) {
	listeners.push(listener);
}

/** Changes to the other language, and remembers it. */
export function switchLanguage() {
	language = language === 'ko' ? 'en' : 'ko';
	try {
		localStorage.setItem(REMEMBERED, language);
	}
	catch {
		// Without storage, the choice lasts for this visit.
	}
	const address = new URL(location.href);
	if (address.searchParams.has('lang')) {
		address.searchParams.set('lang', language);
		history.replaceState(null, '', address);
	}
	listeners.forEach((listener) => listener());
}

/**
 * Returns a text in the present language.
 * @param {string} key which words
 * @param {Record<string, unknown>} [values] the values of the placeholders
 */
export function say(key, values = {}) {
	return (words[language][key] ?? key)
		.replace(/\{(\w+)\?([^:{}]*):([^{}]*)\}/g, (whole, name, one, more) => (String(values[name]) === '1' ? one : more))
		.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Fills the texts of the HTML. */
export function sayStatic() {
	document.documentElement.lang = language;
	document.title = say('title');
	for (const node of document.querySelectorAll('[data-words]')) {
		node.textContent = say(node.dataset.words);
	}
	for (const node of document.querySelectorAll('[data-words-label]')) {
		node.setAttribute('aria-label', say(node.dataset.wordsLabel));
		if (node.type === 'search') {
			node.placeholder = say(node.dataset.wordsLabel);
		}
	}
}

const formats = new Map();

function format(kind, options) {
	const key = language + kind.name + JSON.stringify(options);
	if (!formats.has(key)) {
		formats.set(key, new kind(language, options));
	}
	return formats.get(key);
}

/** A number with separators. */
export function number(value, digits = 0) {
	return format(Intl.NumberFormat, { maximumFractionDigits: digits }).format(value);
}

/** A short number such as 10K. */
export function compact(value) {
	return format(Intl.NumberFormat, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

/** A ratio from 0 to 1 as a percentage. Only 1 becomes 100 %. */
export function percent(ratio) {
	const shown = ratio < 1 && ratio > 0.999 ? 0.999 : ratio;
	return format(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 1 }).format(shown);
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };

/** A time of the day. */
export function timeOfDay(millis) {
	return format(Intl.DateTimeFormat, TIME).format(new Date(millis));
}

/** A time of the day, with the day if it is not today. */
export function clockTime(millis) {
	const date = new Date(millis);
	return date.toDateString() === new Date().toDateString() ? timeOfDay(millis) : format(Intl.DateTimeFormat, { month: 'short', day: 'numeric', ...TIME }).format(date);
}

/** The name of a day of the week, 0 for Sunday. */
export function weekday(day) {
	return format(Intl.DateTimeFormat, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 1, 1 + day)));
}

/** A number of bytes, in the units of ehcache.xml: 1 KB is 1,024 B. */
export function bytes(count) {
	const [unit, length] = [['.g', 2 ** 30], ['.m', 2 ** 20], ['.k', 2 ** 10]].find(([, most]) => count >= most) ?? ['', 1];
	return say('bytes' + unit, { n: number(count / length, 1) });
}

/**
 * The size and the capacity of a cache, in entries or in bytes.
 *
 * @param {{size: number, bytes: number|null}} held
 * @param {{capacity: number|null, capacityBytes: number|null}} most
 */
export function heldWords(held, most) {
	return most.capacity === null
		? say('size.bytes', { size: number(held.size), bytes: bytes(held.bytes), capacity: bytes(most.capacityBytes) })
		: say('size.of', { size: number(held.size), capacity: number(most.capacity) });
}
