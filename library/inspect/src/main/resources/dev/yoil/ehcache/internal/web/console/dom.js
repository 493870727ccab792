/**
 * Creates and changes nodes. Data is only inserted as text.
 * @module
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element.
 * @param {string} name its name
 * @param {Record<string, any>} [attributes] its attributes; `text` is its text, `on` its listeners by event
 * @param {...(Node|string|null|false|undefined)} children the children; those without a value are left out
 */
export function el(name, attributes = {}, ...children) {
	const node = document.createElement(name);
	set(node, attributes);
	node.append(...children.filter((child) => child ?? false));
	return node;
}

function set(node, attributes) {
	for (const [key, value] of Object.entries(attributes)) {
		if (key === 'text') {
			node.textContent = value;
		}
		else if (key === 'on') {
			Object.entries(value).forEach(([event, listener]) => node.addEventListener(event, listener));
		}
		else if (value !== null && value !== false) {
			node.setAttribute(key, value === true ? '' : value);
		}
	}
}

/** Creates an element of an SVG picture. */
export function svg(name, attributes = {}, ...children) {
	const node = document.createElementNS(SVG, name);
	set(node, attributes);
	node.append(...children);
	return node;
}

/** Changes a text. The same text keeps a selection in it. */
export function text(node, value) {
	if (node.textContent !== value) {
		node.textContent = value;
	}
}

/** Changes an attribute; null removes it. */
export function attribute(node, name, value) {
	if (value === null) {
		node.removeAttribute(name);
	}
	else if (node.getAttribute(name) !== value) {
		node.setAttribute(name, value);
	}
}

/**
 * Shows terms and values in a description list. Its elements stay while their number is the same.
 * @param {Element} list
 * @param {any[]} pairs of a term, its value and whether the value is alarming
 */
export function define(list, pairs) {
	if (list.childElementCount !== pairs.length) {
		list.replaceChildren(...pairs.map(() => el('div', {}, el('dt'), el('dd'))));
	}
	pairs.forEach(([term, value, alarming = false], index) => {
		const [name, figure] = list.children[index].children;
		text(name, term);
		text(figure, value);
		figure.classList.toggle('alarming', alarming);
	});
}

/**
 * Shows parts as the children of a node. Equal children stay, with their focus and selection.
 * @param {Element} parent
 * @param {(Element|null)[]} parts null for none
 */
export function renew(parent, parts) {
	const wanted = parts.filter((part) => part !== null);
	wanted.forEach((part, index) => {
		const before = parent.children[index];
		if (!before) {
			parent.append(part);
		}
		else if (!before.isEqualNode(part)) {
			before.replaceWith(part);
		}
	});
	[...parent.children].slice(wanted.length).forEach((child) => child.remove());
}

/** The parts of a name in camel case, between which a line may break. */
export function breakable(name) {
	return name.split(/(?<=[a-z\d])(?=[A-Z])/).flatMap((part) => [document.createElement('wbr'), part]).slice(1);
}

/** Finds an element of the page by its id. */
export function byId(id) {
	return document.getElementById(id);
}

/** Goes to a heading of the page. */
export function jump(id) {
	byId(id).scrollIntoView();
	byId(id).focus({ preventScroll: true });
}

/**
 * A list of nodes by key. A node is created once, redrawn and moved with each update, and removed when its key is gone.
 */
export class Keyed {

	#nodes = new Map();

	/**
	 * @param {Element} parent has the nodes
	 * @param {(item: any) => Element} make makes the node of an item
	 * @param {(node: any, item: any) => void} draw shows an item in its node
	 */
	constructor(parent, make, draw) {
		this.parent = parent;
		this.make = make;
		this.draw = draw;
	}

	/**
	 * @param {any[]} items in their order
	 * @param {(item: any) => string} key no two items have the same
	 */
	show(items, key) {
		const focused = document.activeElement;
		const at = [...this.#nodes.values()].findIndex((node) => node.contains(focused));
		const before = this.#nodes;
		this.#nodes = new Map();
		for (const item of items) {
			const name = key(item);
			const node = before.get(name) ?? this.make(item);
			before.delete(name);
			this.#nodes.set(name, node);
			this.draw(node, item);
		}
		before.forEach((node) => node.remove());
		let place = this.parent.firstElementChild;
		for (const node of this.#nodes.values()) {
			if (node === place) {
				place = place.nextElementSibling;
			}
			else {
				this.parent.insertBefore(node, place);
			}
		}
		// Moving a node takes the focus from it.
		if (focused !== document.activeElement && this.parent.contains(focused)) {
			focused.focus({ preventScroll: true });
		}
		else if (at >= 0 && !focused.isConnected) {
			this.#focusNear(at);
		}
	}

	/** Moves the focus of a removed node to its successor, or to the heading above the list. */
	#focusNear(at) {
		const nodes = [...this.#nodes.values()];
		const next = nodes[Math.min(at, nodes.length - 1)]?.querySelector('button, a') ?? this.parent.closest('section')?.querySelector('[tabindex="-1"]');
		next?.focus({ preventScroll: true });
	}

	get(key) {
		return this.#nodes.get(key);
	}

	/** The nodes in their order. */
	nodes() {
		return this.#nodes.values();
	}

	/** Removes all, so that they are created again. */
	forget() {
		this.#nodes.forEach((node) => node.remove());
		this.#nodes.clear();
	}

}
