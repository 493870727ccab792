/**
 * Removals and operations in one order.
 * @module
 */

/**
 * Merges both, the latest first; an operation stands above its removals of the same millisecond.
 * @param {any[]} removals the latest first
 * @param {any[]} operations the latest first
 * @param {string} cause the only cause, OPERATION for operations; '' for all
 */
export function merge(removals, operations, cause) {
	const seen = new Map();
	const items = [
		...operations.map((operation) => ({ at: operation.at, cause: 'OPERATION', operation })),
		...removals.map((removal) => ({ at: removal.at, cause: removal.cause, removal })),
	].filter((item) => cause === '' || item.cause === cause);
	items.forEach((item) => {
		item.time = Date.parse(item.at);
	});
	// The sort is stable: operations come first.
	items.sort((one, other) => other.time - one.time);
	// Numbered from the oldest, so that new items do not change the names of others.
	for (let index = items.length - 1; index >= 0; index--) {
		const item = items[index];
		const name = item.removal ? `${item.at} ${item.cause} ${item.removal.version} ${item.removal.key}` : `${item.at} ${item.operation.action} ${item.operation.target}`;
		const times = (seen.get(name) ?? 0) + 1;
		seen.set(name, times);
		item.name = name + ' ' + times;
	}
	return items;
}
