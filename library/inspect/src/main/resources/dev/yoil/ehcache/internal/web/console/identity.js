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
	receivedAt = performance.now();
}

function zoneWords(zone) {
	const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const now = new Date();
	const timeIn = (timeZone) => now.toLocaleString('en', { timeZone });
	const clock = clockTime(serverClock.now());
	return timeIn(own) === timeIn(zone) ? say('identity.zone', { clock, zone }) : say('identity.zones', { clock, own, zone });
}

/** Shows the identity in the header and the title. @param {number} problems the number of problems */
export function drawIdentity(problems) {
	const count = problems > 0 ? '(' + problems + ') ' : '';
	if (known === null) {
		document.title = count + say('title');
		return;
	}
	const { application, instance, version, profiles, uptimeSeconds, zone, dashboard } = known;
	document.title = count + [application, instance].filter(Boolean).join(' ') + ' – ' + say('title');
	text(byId('application'), application ?? say('title'));
	text(byId('identity'), [instance, version, profiles.length > 0 ? profiles.join(', ') : 'default',
		say('identity.uptime', { time: duration(uptimeSeconds * 1000 + performance.now() - receivedAt) }), zoneWords(zone)].filter(Boolean).join(' · '));
	byId('dashboard').hidden = dashboard === null;
	attribute(byId('dashboard'), 'href', dashboard);
}
