/**
 * The identity of the application and its instance.
 * @module
 */
import { attribute, byId, text } from './dom.js';
import { clockTime, say } from './language.js';
import { duration, serverClock } from './time.js';

let known = null;

let receivedAt = 0;

/** Takes the status of the instance. */
export function identify(status) {
	known = status;
	receivedAt = serverClock.now();
}

function zoneWords(zone) {
	const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const now = new Date();
	const timeIn = (timeZone) => now.toLocaleString('en', { timeZone });
	const clock = clockTime(serverClock.now());
	return timeIn(own) === timeIn(zone) ? say('identity.zone', { clock, zone }) : say('identity.zones', { clock, own, zone });
}

/**
 * Shows the identity in the header and the title.
 * @param {number} problems the number of problems
 * @param {number|null} lostAt the time of the last response of a server that is lost; null while it responds
 */
export function drawIdentity(problems, lostAt) {
	const count = problems > 0 ? '(' + problems + ') ' : '';
	if (known === null) {
		document.title = count + say('title');
		return;
	}
	const { application, instance, version, profiles, uptimeSeconds, zone, dashboard } = known;
	document.title = count + [application, instance].filter(Boolean).join(' ') + ' – ' + say('title');
	text(byId('application'), application ?? say('title'));
	// The clock of the server stops while it is lost, and so does the uptime.
	const time = duration(uptimeSeconds * 1000 + serverClock.now() - receivedAt);
	text(byId('identity'), [instance, version, profiles.length > 0 ? profiles.join(', ') : 'default',
		...(lostAt === null ? [say('identity.uptime', { time }), zoneWords(zone)] : [say('identity.heard', { when: clockTime(lostAt), time })])].filter(Boolean).join(' · '));
	byId('dashboard').hidden = dashboard === null;
	attribute(byId('dashboard'), 'href', dashboard);
}
