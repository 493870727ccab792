/**
 * The HTTP interface of the caches.
 * @module
 */
import { serverClock } from './time.js';

/** The server says where it is. */
const BASE = document.querySelector('meta[name=caches]').content;

/** Longer than any answer should take, in milliseconds. */
const PATIENCE = 15_000;

/** An answer that is an error. */
export class Problem extends Error {

	/**
	 * @param {number} status 0 if there was no answer
	 * @param {string} detail what the server says of it
	 * @param {number} retryAfter in seconds; 0 if the server does not say
	 */
	constructor(status, detail, retryAfter = 0) {
		super(detail);
		this.status = status;
		this.detail = detail;
		this.retryAfter = retryAfter;
	}

}

/** The administrator's credentials, nowhere but in this variable. @type {string|null} */
let authorization = null;

const listeners = [];

/** Has a function called when somebody signs in or out; it is told whether the server refused the credentials. */
export function onSign(listener) {
	listeners.push(listener);
}

export function isSignedIn() {
	return authorization !== null;
}

/**
 * Signs in.
 * @param {string} password the administrator's
 * @throws {Problem} if the server refuses it
 */
export async function signIn(password) {
	const credentials = 'Basic ' + btoa(String.fromCharCode(...new TextEncoder().encode('admin:' + password)));
	await send('GET', '?limit=1', undefined, credentials);
	authorization = credentials;
	listeners.forEach((listener) => listener(false));
}

export function signOut(refused = false) {
	authorization = null;
	listeners.forEach((listener) => listener(refused));
}

/** The address of something of a cache, below that of all caches. */
export function of(cache, rest = '') {
	return '/' + encodeURIComponent(cache) + rest;
}

/** Reads. @param {string} path below the address of all caches */
export function read(path) {
	return guarded('GET', path);
}

/** Changes. @param {string} method @param {string} path @param {object} [body] */
export function change(method, path, body) {
	return guarded(method, path, body);
}

async function guarded(method, path, body) {
	const used = authorization;
	try {
		return await send(method, path, body, used);
	}
	catch (problem) {
		if (problem.status === 401 && used !== null && used === authorization) {
			signOut(true);
		}
		throw problem;
	}
}

async function send(method, path, body, credentials) {
	const headers = { Accept: 'application/json' };
	if (credentials !== null) {
		headers.Authorization = credentials;
	}
	if (body !== undefined) {
		headers['Content-Type'] = 'application/json';
	}
	const sent = Date.now();
	let answer;
	let text;
	try {
		// Without the browser's own credentials it does not ask for a password itself.
		answer = await fetch(BASE + path, {
			method, headers, body: body === undefined ? undefined : JSON.stringify(body),
			credentials: 'omit', cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(PATIENCE),
		});
		serverClock.hear(answer.headers.get('Date'), sent, Date.now());
		text = await answer.text();
	}
	catch {
		throw new Problem(0, '');
	}
	if (!answer.ok) {
		throw new Problem(answer.status, detail(text), Number(answer.headers.get('Retry-After')) || 0);
	}
	return parse(text, answer.status);
}

function parse(text, status) {
	if (text === '') {
		return null;
	}
	try {
		return JSON.parse(text);
	}
	catch {
		throw new Problem(status, 'The answer is not JSON');
	}
}

function detail(text) {
	try {
		const problem = JSON.parse(text);
		return String(problem.detail ?? problem.title ?? '');
	}
	catch {
		return '';
	}
}
