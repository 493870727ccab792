/* Shared code of all charts. The three files are one script, in one strict function. */

const data = JSON.parse(document.getElementById("data").textContent);
const root = document.documentElement;
const drawn = new Set();
const COLOURS = 8;

function colour(name) {
	return getComputedStyle(root).getPropertyValue("--" + name).trim();
}

function element(name, className, text) {
	const made = document.createElement(name);
	if (className) {
		made.className = className;
	}
	if (text !== undefined) {
		made.textContent = text;
	}
	return made;
}

function figure(value) {
	if (value === null || value === undefined || !Number.isFinite(value)) {
		return "–";
	}
	const size = Math.abs(value);
	const digits = (size >= 100 || Number.isInteger(value)) ? 0 : (size >= 10) ? 1 : 2;
	return value.toLocaleString("en", { minimumFractionDigits: 0, maximumFractionDigits: digits });
}

function brief(value) {
	const size = Math.abs(value);
	if (size >= 1e6) {
		return +(value / 1e6).toPrecision(3) + "M";
	}
	return (size >= 10000) ? +(value / 1000).toPrecision(3) + "k" : figure(value);
}

function ceiling(value) {
	const unit = 10 ** Math.floor(Math.log10(value));
	return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * unit).find((nice) => nice >= value * 0.999);
}

/* Options of all charts. */

function base() {
	const quiet = colour("quiet");
	return {
		animation: false,
		useUTC: true,
		backgroundColor: "transparent",
		textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: colour("ink") },
		grid: { left: 52, right: 14, top: 14, bottom: 26 },
		legend: { show: false },
		tooltip: { trigger: "axis", showContent: false, axisPointer: { type: "line", snap: true, label: { show: false }, lineStyle: { color: colour("edge"), type: "solid", width: 1 } } },
		axis: {
			axisLine: { show: true, lineStyle: { color: colour("line") } }, axisTick: { show: false }, splitLine: { show: false },
			axisLabel: { color: quiet, fontSize: 12, hideOverlap: true }, nameTextStyle: { color: quiet, fontSize: 12 }
		},
		value: {
			type: "value", splitNumber: 4, axisLine: { show: false }, axisTick: { show: false }, splitLine: { lineStyle: { color: colour("line") } },
			axisLabel: { color: quiet, fontSize: 12, formatter: brief, hideOverlap: true }, nameTextStyle: { color: quiet, fontSize: 12, align: "left" }
		}
	};
}

function line(one, points) {
	const alone = (index) => points[index][1] !== null && (points[index - 1]?.[1] ?? null) === null && (points[index + 1]?.[1] ?? null) === null;
	const ink = colour(one.colour);
	return {
		type: "line", name: one.name, color: ink, stack: one.stack ? "all" : undefined, symbol: "none", symbolSize: 5,
		lineStyle: { width: one.stack ? 1 : 1.75, type: one.dash ?? "solid" }, areaStyle: one.area ? { opacity: one.stack ? 0.55 : 0.12 } : undefined,
		emphasis: { disabled: true }, data: points.map((point, index) => alone(index) ? { value: point, symbol: "circle" } : point)
	};
}

function marks(events, labels) {
	const first = new Set();
	const labelled = events.map((event) => {
		const show = Boolean(labels) && (events.length <= 6 || !first.has(event.what));
		first.add(event.what);
		return { xAxis: event.at * 1000, name: event.what, label: { show: show } };
	});
	return {
		silent: true, symbol: "none", animation: false, data: labelled, lineStyle: { color: colour("warn"), type: "dashed", width: 1 },
		label: { formatter: "{b}", color: colour("warn"), fontSize: 11, position: "insideEndTop", backgroundColor: colour("ground"), padding: [1, 3] }
	};
}

/* A chart in a box, with names and values above it. */

function draw(box, group, make, lines, atText) {
	const chart = echarts.init(box, null, { renderer: "svg" });
	const hidden = new Set();
	const names = element("div", "legend");
	const at = box.parentNode.querySelector("figcaption").appendChild(element("span", "at"));
	box.before(names);
	const values = lines.map((one) => {
		const button = names.appendChild(element("button"));
		button.type = "button";
		button.setAttribute("aria-pressed", "true");
		const swatch = button.appendChild(element("span", "swatch"));
		button.append(element("span", "name", one.name));
		const value = button.appendChild(element("span", "value"));
		button.addEventListener("click", () => {
			const hide = !hidden.delete(one.name);
			if (hide) {
				hidden.add(one.name);
			}
			button.setAttribute("aria-pressed", String(!hide));
			chart.dispatchAction({ type: hide ? "legendUnSelect" : "legendSelect", name: one.name });
		});
		return { swatch: swatch, value: value, one: one };
	});
	names.hidden = lines.length === 0;
	const show = (place) => {
		at.textContent = place === null ? "" : atText(place);
		for (const { value, one } of values) {
			value.textContent = one.at(place);
		}
	};
	const redraw = () => {
		const zoom = chart.getOption()?.dataZoom?.[0];
		const option = make(chart);
		option.legend.selected = Object.fromEntries([...hidden].map((name) => [name, false]));
		if (zoom && option.dataZoom) {
			option.dataZoom.forEach((one) => Object.assign(one, { start: zoom.start, end: zoom.end }));
		}
		chart.setOption(option, { notMerge: true });
		for (const { swatch, one } of values) {
			swatch.style.borderTopColor = colour(one.colour);
			swatch.style.borderTopStyle = one.dash ?? "solid";
		}
	};
	redraw();
	show(null);
	chart.on("updateAxisPointer", (event) => {
		const axis = event.axesInfo?.find((one) => one.axisDim === "x");
		show(axis ? axis.value : null);
	});
	if (group) {
		chart.group = group;
	}
	const one = { chart: chart, redraw: redraw, dispose: () => { drawn.delete(one); watched.unobserve(box); chart.dispose(); } };
	box.resized = redraw;
	drawn.add(one);
	watched.observe(box);
	return one;
}

const watched = new ResizeObserver((entries) => {
	for (const { target } of entries) {
		const chart = echarts.getInstanceByDom(target);
		if (chart && !root.classList.contains("paper") && target.clientWidth > 0 && (chart.getWidth() !== target.clientWidth || chart.getHeight() !== target.clientHeight)) {
			chart.resize();
			target.resized();
		}
	}
});

/* Charts over the seconds of a load: lines of { name, colour, points: [[second, value]] }. */

function overTime(box, group, title, lines, events, settings) {
	for (const one of lines) {
		const known = one.points.filter((point) => point[1] !== null);
		const highest = known.length ? known.reduce((most, point) => point[1] > most[1] ? point : most) : null;
		const bySecond = new Map(one.points);
		one.at = (place) => place === null ? figure(highest?.[1]) : figure(bySecond.get(place / 1000));
		one.summary = highest ? `${one.name} at most ${figure(highest[1])} in second ${highest[0]}` : `${one.name} nowhere`;
	}
	const make = (drawnChart) => {
		const option = base();
		const logarithmic = settings.logarithmic?.();
		option.grid.bottom = settings.ranged ? 66 : 26;
		option.xAxis = {
			...option.axis, type: "time", splitNumber: Math.min(8, Math.max(2, Math.floor(drawnChart.getWidth() / 90))), min: 0, max: settings.last * 1000,
			axisLabel: { ...option.axis.axisLabel, showMinLabel: true, formatter: (value) => figure(value / 1000) + " s" }
		};
		option.yAxis = logarithmic ? { ...option.value, type: "log", min: settings.least, max: 10 ** Math.ceil(Math.log10(settings.most)) }
			: { ...option.value, min: 0, max: settings.most };
		option.series = lines.map((one) => line(one, one.points.map(([x, y]) => [x * 1000, logarithmic && y <= 0 ? null : y])));
		if (events.length) {
			option.series[0].markLine = marks(events, settings.labels);
		}
		option.dataZoom = [
			{
				id: "zoom", type: "slider", show: Boolean(settings.ranged), height: 22, bottom: 8, brushSelect: false, showDetail: false, borderColor: colour("line"),
				fillerColor: colour("accent") + "22", handleStyle: { color: colour("panel"), borderColor: colour("edge") }, moveHandleSize: 0,
				dataBackground: { lineStyle: { color: colour("line") }, areaStyle: { color: colour("line") } },
				selectedDataBackground: { lineStyle: { color: colour("edge") }, areaStyle: { color: colour("line") } }
			},
			{ id: "wheel", type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseMove: "shift", moveOnMouseWheel: false, preventDefaultMouseMove: false, disabled: matchMedia("(pointer: coarse)").matches }
		];
		delete option.axis;
		delete option.value;
		return option;
	};
	const one = draw(box, group, make, lines, (place) => `second ${figure(place / 1000)}`);
	const seconds = [...new Set(lines.flatMap((each) => each.points.map((point) => point[0])))].sort((a, b) => a - b);
	byKeys(box, one.chart, title, lines, seconds);
	return one;
}

/* For keyboards a chart is a slider over its seconds. */

function byKeys(box, chart, title, lines, seconds) {
	const say = (second) => {
		box.setAttribute("aria-valuenow", second);
		box.setAttribute("aria-valuetext", `second ${second}: ` + lines.map((one) => `${one.name} ${one.at(second * 1000)}`).join(", "));
	};
	if (!seconds.length) {
		return;
	}
	box.tabIndex = 0;
	box.setAttribute("role", "slider");
	box.setAttribute("aria-label", `Chart: ${title}. ${lines.map((one) => one.summary).join("; ")}. The cursor stands at`);
	box.setAttribute("aria-valuemin", seconds[0]);
	box.setAttribute("aria-valuemax", seconds.at(-1));
	let index = 0;
	say(seconds[0]);
	chart.on("updateAxisPointer", (event) => {
		const value = event.axesInfo?.find((one) => one.axisDim === "x")?.value;
		if (value !== undefined && seconds.includes(value / 1000)) {
			index = seconds.indexOf(value / 1000);
			say(seconds[index]);
		}
	});
	box.addEventListener("keydown", (event) => {
		const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };
		if (event.key === "Escape") {
			chart.dispatchAction({ type: "updateAxisPointer", currTrigger: "leave" });
		}
		if (event.key in steps) {
			event.preventDefault();
			index = Math.max(0, Math.min(seconds.length - 1, index + steps[event.key]));
			say(seconds[index]);
			chart.dispatchAction({ type: "showTip", x: chart.convertToPixel({ xAxisIndex: 0 }, seconds[index] * 1000), y: chart.getHeight() / 3 });
		}
	});
}

/* Colours follow the scheme, and paper is light. */

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawn.forEach((one) => one.redraw()));
for (const [event, paper] of [["beforeprint", true], ["afterprint", false]]) {
	addEventListener(event, () => {
		root.classList.toggle("paper", paper);
		drawn.forEach((one) => {
			one.redraw();
			scale(one.chart, paper);
		});
	});
}

function scale(chart, paper) {
	const svg = chart.getDom().querySelector("svg");
	if (paper) {
		svg.setAttribute("viewBox", `0 0 ${chart.getWidth()} ${chart.getHeight()}`);
	}
	else {
		svg.removeAttribute("viewBox");
	}
}
