/**
 * The last 15 minutes of the chosen cache, as a chart and as a table.
 * @module
 */
import { attribute, byId, el } from './dom.js';
import { clockTime, number, percent, say, timeOfDay } from './language.js';
import { ratio, sum } from './figures.js';

const COLUMNS = ['hits', 'misses', 'loads', 'sharedLoads', 'staleServed', 'evictions', 'expirations', 'explicitRemovals'];

const HEADS = { hits: 'hits', misses: 'misses', loads: 'loads', sharedLoads: 'shared', staleServed: 'stale', evictions: 'evictions', expirations: 'expirations', explicitRemovals: 'explicitRemovals' };

const scheme = matchMedia('(prefers-color-scheme: dark)');

function colour(name) {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export class Trend {

	#chart = null;

	#history = { stepSeconds: 5, samples: [] };

	#drawn = '';

	constructor() {
		scheme.addEventListener('change', () => {
			this.forget();
			this.show(this.#history);
		});
		byId('trend').closest('section').querySelector('details').addEventListener('toggle', () => this.#table());
	}

	/** @param {{stepSeconds: number, samples: any[]}} history */
	show(history) {
		this.#history = history;
		const { samples } = history;
		const key = samples.length + ' ' + (samples.at(-1)?.at ?? '') + JSON.stringify(samples.at(-1) ?? '');
		if (key === this.#drawn) {
			return;
		}
		this.#drawn = key;
		const asked = sum(samples, 'hits') + sum(samples, 'misses');
		attribute(byId('trend'), 'aria-label', asked > 0
			? say('trend.said', { ratio: percent(ratio(sum(samples, 'hits'), sum(samples, 'misses'))), asked: number(asked) }) : say('trend.idle'));
		this.#table();
		// The page works without the library of the charts.
		byId('trend').parentElement.hidden = !globalThis.Chart;
		if (globalThis.Chart) {
			this.#draw(samples, history.stepSeconds);
		}
	}

	#draw(samples, step) {
		this.#chart ??= new globalThis.Chart(byId('trend'), this.#settings());
		const { data } = this.#chart;
		data.labels = samples.map((sample) => timeOfDay(Date.parse(sample.at)));
		const ratios = samples.map((sample) => ratio(sample.hits, sample.misses));
		data.datasets[0].data = ratios.map((value) => (value === null ? null : value * 100));
		// A step between two without lookups is a point without a line.
		data.datasets[0].pointRadius = ratios.map((value, index) => (value !== null && (ratios[index - 1] ?? null) === null && (ratios[index + 1] ?? null) === null ? 2 : 0));
		data.datasets[1].data = samples.map((sample) => (sample.hits + sample.misses) / step);
		this.#chart.update('none');
	}

	#settings() {
		const lines = colour('--line');
		const ink = colour('--quiet');
		const axis = (options) => ({ grid: { color: lines }, border: { color: lines }, ticks: { color: ink, maxTicksLimit: 5, font: { size: 11 } }, ...options });
		return {
			type: 'line',
			data: { labels: [], datasets: [
				{ label: say('trend.ratio') + ' (%)', data: [], borderColor: colour('--accent'), backgroundColor: colour('--accent'), borderWidth: 2, yAxisID: 'ratio', tension: 0, order: 1 },
				{ label: say('trend.asked'), data: [], borderColor: colour('--second'), backgroundColor: colour('--second-soft'), borderWidth: 1, fill: true, pointRadius: 0, yAxisID: 'asked', order: 2 },
			] },
			options: {
				animation: false, responsive: true, maintainAspectRatio: false, interaction: { mode: 'index', intersect: false },
				plugins: { legend: { align: 'end', labels: { color: ink, boxWidth: 12, boxHeight: 2, font: { size: 11 } } } },
				scales: {
					x: axis({ ticks: { color: ink, maxTicksLimit: 6, maxRotation: 0, autoSkipPadding: 32, font: { size: 11 } } }),
					ratio: axis({ axis: 'y', position: 'left', min: 0, max: 100 }),
					asked: axis({ axis: 'y', position: 'right', beginAtZero: true, suggestedMax: 1, grid: { drawOnChartArea: false } }),
				},
			},
		};
	}

	/** One row a minute. */
	#table() {
		const table = byId('trend-table');
		if (!table.closest('details').open) {
			return;
		}
		const steps = Math.max(1, Math.round(60 / this.#history.stepSeconds));
		const rows = [];
		for (let end = this.#history.samples.length; end > 0; end -= steps) {
			const minute = this.#history.samples.slice(Math.max(0, end - steps), end);
			const part = ratio(sum(minute, 'hits'), sum(minute, 'misses'));
			rows.push(el('tr', {}, el('th', { scope: 'row', text: clockTime(Date.parse(minute[0].at)) }), el('td', { text: part === null ? '–' : percent(part) }),
				el('td', { text: number(minute.at(-1).size) }), ...COLUMNS.map((name) => el('td', { text: number(sum(minute, name)) }))));
		}
		table.replaceChildren(
			el('thead', {}, el('tr', {}, ...['trend.time', 'ratio', 'size', ...COLUMNS.map((name) => HEADS[name])].map((key) => el('th', { scope: 'col', text: say(key) })))),
			el('tbody', {}, ...rows));
	}

	forget() {
		this.#chart?.destroy();
		this.#chart = null;
		this.#drawn = '';
	}

}
