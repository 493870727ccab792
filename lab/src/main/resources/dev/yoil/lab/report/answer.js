/* Charts of the answer. */

function lines(box, chart) {
	const all = chart.lines.map((one, index) => (
		{ name: one.name, colour: "kind-" + (index % COLOURS + 1), dash: index < COLOURS ? "solid" : "dashed", points: one.points.map((point) => [point.x, point.y]) }));
	if (chart.overTime) {
		const events = [];
		for (const run of data.runs.filter((one) => one.median)) {
			for (const event of run.events) {
				if (!events.some((other) => other.what === event.what && Math.abs(other.at - event.at) < 1)) {
					events.push(event);
				}
			}
		}
		const last = Math.max(1, ...all.flatMap((one) => one.points.map((point) => point[0])));
		box.parentNode.querySelector("figcaption").append(element("span", "at", chart.y));
		overTime(box, "answer", `${chart.title}, ${chart.y}`, all, events, { last: last, labels: true });
		return;
	}
	for (const one of all) {
		const known = one.points.filter((point) => point[1] !== null);
		one.at = (place) => {
			if (place === null || !known.length) {
				return "";
			}
			return figure(known.reduce((near, point) => Math.abs(point[0] - place) < Math.abs(near[0] - place) ? point : near)[1]);
		};
	}
	draw(box, null, () => {
		const option = base();
		option.grid = { left: 52, right: 16, top: 30, bottom: 44 };
		option.xAxis = { ...option.axis, type: "value", name: chart.x, nameLocation: "middle", nameGap: 26, scale: true, axisLabel: { ...option.axis.axisLabel, formatter: brief } };
		option.yAxis = { ...option.value, name: chart.y, nameTextStyle: { ...option.value.nameTextStyle, padding: [0, 0, 0, -44] } };
		option.series = all.map((one) => ({ ...line(one, one.points), symbol: one.points.length <= 30 ? "circle" : "none" }));
		return option;
	}, all, (place) => `${chart.x}: ${figure(place)}`);
}

function tip(title, rows) {
	const made = element("div", "tip");
	made.append(element("b", "", title));
	rows.forEach((row) => made.append(element("div", "", row)));
	return made;
}

function floating() {
	return { show: true, showContent: true, confine: true, backgroundColor: colour("panel"), borderColor: colour("edge"), textStyle: { color: colour("ink") } };
}

function bars(box, chart) {
	const all = chart.bars.map((bar, index) => ({ name: bar.name, colour: "kind-" + (index % COLOURS + 1), at: () => "", values: bar.values }));
	draw(box, null, (drawnChart) => {
		const option = base();
		const room = (drawnChart.getWidth() - 66) / chart.groups.length;
		const turned = room < 44;
		option.grid = { left: 52, right: 14, top: 34, bottom: turned ? 90 : 48 };
		option.tooltip = {
			...option.tooltip, ...floating(), axisPointer: { type: "shadow", shadowStyle: { color: colour("edge") + "22" } },
			formatter: (bar) => tip(bar[0].axisValueLabel, bar.map((one) => `${one.seriesName}: ${figure(one.value)}`))
		};
		option.xAxis = {
			...option.axis, type: "category", data: chart.groups,
			axisLabel: { ...option.axis.axisLabel, interval: 0, hideOverlap: false, rotate: turned ? 60 : 0, width: turned ? 84 : room - 6, overflow: turned ? "truncate" : "break", lineHeight: 14 }
		};
		option.yAxis = { ...option.value, type: chart.logarithmic ? "log" : "value", name: chart.y + (chart.logarithmic ? " (logarithmic)" : ""), nameTextStyle: { ...option.value.nameTextStyle, padding: [0, 0, 0, -44] } };
		const wide = room / all.length > 38;
		option.series = all.map((one) => ({
			type: "bar", name: one.name, color: colour(one.colour), barMaxWidth: 64, barGap: "8%", barCategoryGap: "28%", emphasis: { disabled: true }, itemStyle: { borderRadius: [3, 3, 0, 0] },
			label: { show: wide, position: "top", color: colour("ink"), fontSize: 12, formatter: (bar) => brief(bar.value) },
			data: one.values.map((value) => value === null || (chart.logarithmic && value <= 0) ? "-" : value)
		}));
		return option;
	}, all, () => "");
}

function heatMap(box, chart) {
	const cells = chart.values.flatMap((row, y) => row.map((value, x) => [x, y, value])).filter((cell) => cell[2] !== null);
	const known = cells.map((cell) => cell[2]);
	const low = Math.min(...known);
	const high = Math.max(...known);
	box.style.height = Math.max(220, chart.rows.length * 40 + 130) + "px";
	draw(box, null, (drawnChart) => {
		const option = base();
		const labelled = (drawnChart.getWidth() - 80) / chart.columns.length > 36;
		const turn = Number(colour("heat-turn"));
		const names = { ...option.axis, type: "category", axisLabel: { ...option.axis.axisLabel, interval: 0 } };
		option.grid = { left: 64, right: 14, top: 26, bottom: 92 };
		option.tooltip = {
			...floating(), trigger: "item",
			formatter: (cell) => tip(`${figure(cell.value[2])} ${chart.unit}`, [`${chart.x}: ${chart.columns[cell.value[0]]}`, `${chart.y}: ${chart.rows[cell.value[1]]}`])
		};
		option.xAxis = { ...names, data: chart.columns, name: chart.x, nameLocation: "middle", nameGap: 28 };
		option.yAxis = { ...names, data: chart.rows, inverse: true, name: chart.y, nameLocation: "start", nameTextStyle: { ...option.axis.nameTextStyle, align: "left", padding: [0, 0, 0, -52] } };
		option.visualMap = {
			type: "continuous", min: low, max: high > low ? high : low + 1, orient: "horizontal", left: "center", bottom: 0, itemHeight: 160, itemWidth: 12, calculable: false, hoverLink: false,
			text: [`${figure(high)} ${chart.unit}`, figure(low)], textStyle: { color: colour("quiet"), fontSize: 12 }, inRange: { color: [1, 2, 3, 4, 5].map((step) => colour("heat-" + step)) }
		};
		option.series = [{
			type: "heatmap", name: chart.title, emphasis: { itemStyle: { borderColor: colour("ink"), borderWidth: 2 } }, itemStyle: { borderColor: colour("ground"), borderWidth: 2, borderRadius: 4 },
			label: { show: labelled, fontSize: 12, formatter: (cell) => brief(cell.value[2]) },
			data: cells.map((cell) => ({ value: cell, label: { color: colour(high > low && (cell[2] - low) / (high - low) > turn ? "heat-high-ink" : "heat-low-ink") } }))
		}];
		return option;
	}, [], () => "");
}

for (const one of document.querySelectorAll("figure[data-chart]")) {
	const chart = data.charts[Number(one.dataset.chart)];
	({ "lines": lines, "bars": bars, "heat-map": heatMap })[chart.kind](one.querySelector(".plot"), chart);
}
echarts.connect("answer");
