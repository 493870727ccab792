/**
 * Removals and operations in one order.
 * @module
 */

/**
 * Merges both, the latest first; an operation stands above its removals of the same millisecond.
 * @param {any[]} removals the latest first
 * @param {any[]} operations the latest first
 * @param {Set<string>} hidden causes that are not shown; OPERATION for operations
 */
export function merge(removals, operations, hidden) {
	const seen = new Map();
	const items = [
		...operations.map((operation) => ({ at: operation.at, cause: 'OPERATION', operation })),
		...removals.map((removal) => ({ at: removal.at, cause: removal.cause, removal })),
	].filter((item) => !hidden.has(item.cause));
	items.forEach((item) => {
		item.time = Date.parse(item.at);
	});
	// The sort is stable: operations come first.
	items.sort((one, other) => other.time - one.time);
	// Numbered from the oldest on, so that new items change no name.
	for (let index = items.length - 1; index >= 0; index--) {
		const item = items[index];
		const name = item.removal ? `${item.at} ${item.cause} ${item.removal.version} ${item.removal.key}` : `${item.at} ${item.operation.action} ${item.operation.target}`;
		const times = (seen.get(name) ?? 0) + 1;
		seen.set(name, times);
		item.name = name + ' ' + times;
	}
	return items;
}
