/* Second by second: lines of a run, one value per second. */

const KINDS = [
	{ title: "Throughput", unit: "requests that ended, per second", lines: throughput, ranged: true },
	{ title: "Latency", unit: "ms", lines: latency, latency: true },
	{ title: "Users", unit: "at the end of each second", lines: (run) => [{ name: "users", colour: "kind-3", values: run.users, area: true }] },
	told("Pool", "connections and threads", ["POOL_ACTIVE", "POOL_PENDING"]),
	told("Pool: times", "ms, mean of each second", ["POOL_ACQUIRE", "POOL_USAGE"]),
	told("Requests and uses of the pool", "per second, counted by the service", ["REQUESTS", "POOL_USES"]),
	told("Tomcat", "threads", ["TOMCAT_BUSY"]),
	told("Caches", "per second", ["CACHE_HITS", "CACHE_MISSES", "CACHE_LOADS", "CACHE_SHARED", "CACHE_STALE"]),
	told("CPU", "CPUs", ["CPU_SERVICE", "CPU_GENERATOR", "CPU_THREAD"]),
	told("Garbage collector", "ms of each second", ["GC_PAUSE"]),
	told("Heap", "MB in use", ["HEAP"]),
	told("Kernel", "connections dropped, per second", ["LISTEN_DROPS"])
];

function throughput(run) {
	const errors = Object.entries(run.errors).map(([kind, values], index) => (
		{ name: kind, colour: "error-" + (index % 5 + 1), values: values, area: true, stack: true }));
	return [{ name: "good", colour: "good", values: run.good, area: true, stack: true }, ...errors];
}

function latency(run) {
	return ["low", "middle", "high", "top"].map((shade, index) => {
		const name = ["p50", "p95", "p99", "max"][index];
		return { name: name, colour: shade, values: run.latency[name], dash: name === "max" ? "dotted" : "solid" };
	});
}

function told(title, unit, names) {
	const label = (name) => data.series[name].label.replace(/^(?:[A-Za-z ]+: |CPU of the )/, "");
	return {
		title: title, unit: unit,
		lines: (run) => names.filter((name) => run.series[name])
			.map((name) => ({ name: label(name), colour: "kind-" + (names.indexOf(name) + 1), values: run.series[name] }))
	};
}


const MOST = 4;
const section = document.getElementById("seconds");
const find = (selector) => section.querySelector(selector);
let shown = [];
let time = [];
let last = 1;

function titleOf(arm) {
	return data.arms.find((one) => one.name === arm)?.title || arm;
}

function unique(values) {
	return [...new Set(values)];
}

function choose(arm, part, round) {
	const ofArm = data.runs.filter((run) => run.arm === arm);
	const ofPart = ofArm.filter((run) => run.part === part);
	const choice = ofPart.length ? ofPart : ofArm.filter((run) => run.part === ofArm[0].part);
	return choice.find((run) => run.round === round) ?? choice.find((run) => run.median) ?? choice[0];
}

function selector(label, options, chosen, change) {
	const made = element("label", "", label);
	const select = made.appendChild(element("select"));
	for (const [value, text] of options) {
		select.add(new Option(text, value, false, value === String(chosen)));
	}
	select.addEventListener("change", () => change(select.value));
	return made;
}

function panel(run, index) {
	const made = element("fieldset", "panel");
	made.append(element("legend", "", String.fromCharCode(65 + index)));
	const change = (next) => {
		const label = document.activeElement?.parentNode?.firstChild?.textContent;
		shown[index] = next;
		show();
		[...find(".panels").children[index].querySelectorAll("label")].find((one) => one.firstChild.textContent === label)?.querySelector("select").focus();
	};
	made.append(selector("arm", unique(data.runs.map((one) => one.arm)).map((arm) => [arm, titleOf(arm)]), run.arm, (arm) => change(choose(arm, run.part))));
	const parts = unique(data.runs.filter((one) => one.arm === run.arm).map((one) => one.part));
	if (parts.length > 1) {
		made.append(selector("part", parts.map((part) => [part, part || "the only one"]), run.part, (part) => change(choose(run.arm, part))));
	}
	const rounds = data.runs.filter((one) => one.arm === run.arm && one.part === run.part);
	made.append(selector("round", rounds.map((one) => [String(one.round), one.round + (one.median && rounds.length > 1 ? " (median)" : "")]), run.round, (round) => change(choose(run.arm, run.part, Number(round)))));
	if (shown.length > 1) {
		const away = made.appendChild(element("button", "", "Hide"));
		away.type = "button";
		away.setAttribute("aria-label", "Hide run " + String.fromCharCode(65 + index));
		away.addEventListener("click", () => {
			shown.splice(index, 1);
			show();
			find(".panels select").focus();
		});
	}
	return made;
}

function highest(all) {
	const sums = all.flatMap((each) => {
		const stacked = each.filter((one) => one.stack);
		const rest = each.filter((one) => !one.stack).flatMap((one) => one.values);
		return stacked.length ? [...rest, ...stacked[0].values.map((_, second) => stacked.reduce((sum, one) => sum + one.values[second], 0))] : rest;
	});
	const most = sums.reduce((a, b) => Math.max(a, b ?? 0), 0);
	return most > 0 ? ceiling(most) : 1;
}

function lowest(all) {
	return all.flat().flatMap((one) => one.values).reduce((a, b) => b > 0 && b < a ? b : a, 1000);
}

function row(kind) {
	const all = shown.map((run) => kind.lines(run).filter((one) => one.values.some((value) => value !== null)));
	if (!all.some((each) => each.length)) {
		return;
	}
	const made = find(".rows").appendChild(element("div", "row"));
	made.dataset.shown = shown.length;
	const title = made.appendChild(element("h3", "", kind.title + " "));
	title.append(element("small", "", kind.unit));
	const most = highest(all);
	shown.forEach((run, index) => {
		const one = made.appendChild(element("figure"));
		const name = `${titleOf(run.arm)}${run.part ? ", " + run.part : ""}, round ${run.round}`;
		one.append(element("figcaption", "", shown.length > 1 ? `${String.fromCharCode(65 + index)}: ${name}` : name));
		if (!all[index].length) {
			one.append(element("p", "none", "No data."));
			return;
		}
		const box = one.appendChild(element("div", kind.ranged ? "plot ranged" : "plot small"));
		all[index].forEach((each) => {
			each.points = run.seconds.map((second, at) => [second, each.values[at]]);
		});
		time.push(overTime(box, "seconds", `${kind.title}, ${kind.unit}, ${name}`, all[index], run.events,
			{ ranged: kind.ranged, labels: kind.ranged, last: last, least: 10 ** Math.floor(Math.log10(lowest(all))), most: most, logarithmic: kind.latency ? () => find(".logarithmic").checked : undefined }));
	});
}

function show() {
	time.forEach((one) => one.dispose());
	time = [];
	find(".rows").replaceChildren();
	find(".panels").replaceChildren(...shown.map(panel));
	find(".add").hidden = shown.length >= Math.min(MOST, data.runs.length);
	last = Math.max(1, ...shown.flatMap((run) => run.seconds));
	KINDS.forEach(row);
	echarts.connect("seconds");
	range(0, last);
	time[0]?.chart.on("datazoom", () => {
		const zoom = time[0].chart.getOption().dataZoom[0];
		range(Math.round(zoom.start * last / 100), Math.round(zoom.end * last / 100));
	});
	const done = shown.flatMap((run, index) => run.events.map((event) => `${String.fromCharCode(65 + index)} ${figure(event.at)} s ${event.what}`));
	if (done.length) {
		find(".rows").prepend(element("p", "note", "Marked: " + (done.length <= 12 ? done : [...done.slice(0, 12), `and ${done.length - 12} more`]).join("; ") + "."));
	}
}

function range(from, to) {
	for (const [selector, value] of [[".from", from], [".to", to]]) {
		find(selector).value = value;
		find(selector).max = last;
	}
}

function zoom(from, to) {
	time[0]?.chart.dispatchAction({ type: "dataZoom", dataZoomId: "zoom", start: from / last * 100, end: to / last * 100 });
}

function typed() {
	const from = Math.max(0, Math.min(last - 1, Number(find(".from").value) || 0));
	zoom(from, Math.max(from + 1, Math.min(last, Number(find(".to").value) || last)));
}

if (data.runs.length) {
	const arms = unique(data.runs.map((run) => run.arm));
	shown = (arms.length <= 3 ? arms : [arms[0], arms.at(-1)]).map((arm) => choose(arm, data.runs.find((run) => run.arm === arm).part));
	find(".controls").hidden = false;
	find(".from").addEventListener("change", typed);
	find(".to").addEventListener("change", typed);
	find(".whole").addEventListener("click", () => zoom(0, last));
	find(".logarithmic").addEventListener("change", () => drawn.forEach((one) => one.redraw()));
	find(".add").addEventListener("click", () => {
		const next = data.runs.find((run) => run.median && !shown.includes(run)) ?? data.runs.find((run) => !shown.includes(run)) ?? data.runs[0];
		shown.push(next);
		show();
		find(".panels").lastElementChild.querySelector("select").focus();
	});
	show();
}
else {
	find(".rows").append(element("p", "none", "No runs."));
}
