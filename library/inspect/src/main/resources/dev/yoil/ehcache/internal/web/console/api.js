/**
 * The HTTP interface of the caches.
 * @module
 */
import { say } from './language.js';
import { serverClock } from './time.js';

/** Values that the server wrote into the page. */
function told(name) {
	return document.querySelector(`meta[name=${name}]`).content;
}

/** The URL of the caches. fetch rejects URLs with credentials, which the URL of the page may have. */
const BASE = new URL(told('caches'), location.origin + location.pathname).href;

/** The login: 'password' for HTTP Basic, 'page' for a login page, '' for none. */
export const SIGN_IN = told('sign-in');

/** The user that the server knows without credentials from this script; '' for none. */
let user = told('user');

/** True if the user is known or can sign in. */
export const CHANGEABLE = SIGN_IN !== '' || user !== '';

/** The timeout of a request, in milliseconds. */
const PATIENCE = 15_000;

/** An error response. */
class Problem extends Error {

	/**
	 * @param {number} status 0 without a response; a success status if the response cannot be read
	 * @param {string} detail the detail from the server
	 * @param {number} retryAfter in seconds; 0 if the server does not say
	 */
	constructor(status, detail, retryAfter = 0) {
		super(detail);
		this.status = status;
		this.detail = detail;
		this.retryAfter = retryAfter;
	}

}

/** The credentials of the user, kept in this variable only. @type {string|null} */
let authorization = null;

/** The name of the user with these credentials. */
let signedInAs = '';

const listeners = [];

/** Registers a listener of sign-in and sign-out. Its argument says whether the server rejected the credentials. */
export function onSign(listener) {
	listeners.push(listener);
}

export function isSignedIn() {
	return authorization !== null || isKnown();
}

/** True if the server knows the user without credentials of this script, for example by a session. */
export function isKnown() {
	return user !== '';
}

/** The name of the signed-in user; '' for none. */
export function userName() {
	return authorization !== null ? signedInAs : user;
}

/**
 * Signs in.
 * @param {string} name the user's
 * @param {string} password the user's
 * @throws {Problem} if the server refuses it
 */
export async function signIn(name, password) {
	const credentials = 'Basic ' + btoa(String.fromCharCode(...new TextEncoder().encode(name + ':' + password)));
	await send('GET', '?limit=1', undefined, credentials);
	authorization = credentials;
	signedInAs = name;
	listeners.forEach((listener) => listener(false));
}

export function signOut(refused = false) {
	authorization = null;
	user = '';
	listeners.forEach((listener) => listener(refused));
}

/** Names in paths below that of all caches which are not names of caches. */
const OTHERS = ['audit', 'cluster', 'configuration', 'findings', 'history', 'status', 'tables'];

/** A character as the inspection reads it in a path. Servers refuse some that are percent-encoded. */
function encoded(character) {
	return '~' + character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

/** The path of a resource of a cache, relative to the caches. */
export function of(cache, rest = '') {
	const ambiguous = OTHERS.includes(cache) || /^\.+$/.test(cache);
	return '/' + cache.replace(ambiguous ? /^./ : /[^\w.-]/g, encoded) + rest;
}

/** Reads. @param {string} path below the address of all caches */
export function read(path) {
	return guarded('GET', path);
}

/**
 * Reads all caches without their entries.
 * @throws {Problem} if the answer is anything else, as where a gateway puts it into an envelope
 */
export async function readCaches() {
	const caches = await read('?limit=0');
	const isCache = (one) => Number.isFinite(one?.statistics?.staleServed) && one.policy !== undefined;
	if (caches === null || typeof caches !== 'object' || !Object.values(caches).every(isCache)) {
		throw unreadable(200);
	}
	return caches;
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
		if (problem.status === 401 && isSignedIn() && used === authorization) {
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
	if (isKnown() && SIGN_IN === 'page') {
		// With this header the page asks for the password instead of the browser. With HTTP Basic alone the server has to
		// ask, because a browser that knows the password sends it unasked only below the path of the page.
		headers['X-Requested-With'] = 'XMLHttpRequest';
	}
	if (isKnown() && method !== 'GET' && told('csrf-header') !== '') {
		headers[told('csrf-header')] = told('csrf-token');
	}
	if (body !== undefined) {
		headers['Content-Type'] = 'application/json';
	}
	const sent = Date.now();
	let answer;
	let text;
	try {
		// Without the credentials of the browser, it shows no password dialog of its own. With a session they are needed.
		answer = await fetch(BASE + path, {
			method, headers, body: body === undefined ? undefined : JSON.stringify(body),
			credentials: isKnown() ? 'same-origin' : 'omit', cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE),
		});
		serverClock.hear(answer.headers.get('Date'), sent, Date.now());
		text = await answer.text();
	}
	catch {
		throw new Problem(0, '');
	}
	if (answer.type === 'opaqueredirect') {
		// The redirect leads to a login page.
		throw new Problem(401, '');
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
		throw unreadable(status);
	}
}

function unreadable(status) {
	return new Problem(status, say('failed.unreadable'));
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
