"use strict";
// Draws the charts of the page, which are in the element #charts as JSON, with uPlot.
(() => {
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const root = document.documentElement;
  const height = 210;
  const cursorGroup = uPlot.sync("time"); // the cursors of all courses move together

  // ---- What all charts have in common.

  const theme = {};
  function readTheme() {
    const style = getComputedStyle(root);
    for (const name of ["faint", "rule", "first", "second", "warmup"]) theme[name] = style.getPropertyValue("--" + name).trim();
  }

  // faded is a colour at an opacity.
  function faded(colour, opacity) {
    const n = parseInt(colour.slice(1), 16);
    return `rgba(${n >> 16}, ${(n >> 8) & 255}, ${n & 255}, ${opacity})`;
  }

  // show shows a number, with digits enough to tell it from one that is a unit away.
  function show(x, unit = 0) {
    if (x === null || x === undefined) return "–";
    const digits = unit > 0 && x !== 0 ? Math.max(5, 2 + Math.floor(Math.log10(Math.abs(x) / unit))) : 5;
    if (digits > 5) return String(+x.toPrecision(Math.min(digits, 17)));
    if (x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e7)) return x.toExponential(2).replace(/\.?0+e/, "e");
    return String(+x.toPrecision(5));
  }

  // upTo makes an axis reach over its data, or over the stretch that is magnified, but
  // not beyond a value.
  const upTo = (end) => (u, low, high) => [low, Math.min(high, end)];

  const percent = (x) => (x === null || x === undefined ? "–" : +(100 * x).toPrecision(3) + "%");

  function axis(format) {
    return {
      font: "12px system-ui, sans-serif",
      stroke: theme.faint, grid: { stroke: theme.rule, width: 1 }, ticks: { stroke: theme.rule, width: 1 },
      values: (u, ticks, i, space, step) => ticks.map((x) => (x === null ? "" : format(x, step))),
    };
  }

  function yAxis(format) {
    return { ...axis(format), size: 62 };
  }

  // dashed calls a function that draws dashed lines and writes beside them.
  function dashed(u, draw) {
    const { ctx } = u;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = theme.faint;
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    draw(ctx, u.bbox, devicePixelRatio);
    ctx.stroke();
    ctx.restore();
  }

  // drawMarks draws upright lines, with as many of their names as do not overlap.
  function drawMarks(u, marks) {
    dashed(u, (ctx, { left, top, width, height }, ratio) => {
      const right = left + width;
      let free = -Infinity; // from here on nothing is written yet
      for (const { name, at } of marks) {
        const x = Math.round(u.valToPos(at, "x", true));
        if (x < left || x > right) continue;
        ctx.moveTo(x, top);
        ctx.lineTo(x, top + height);
        const length = ctx.measureText(name).width;
        const start = x + length < right ? x + 3 * ratio : x - length - 3 * ratio;
        if (start <= free) continue;
        ctx.fillText(name, start, top + 10 * ratio);
        free = start + length + 3 * ratio;
      }
    });
  }

  // drawCap draws a level line at a pool's cap, if the chart reaches there.
  function drawCap(u, cap) {
    if (cap === null) return;
    dashed(u, (ctx, { left, top, width }, ratio) => {
      const y = Math.round(u.valToPos(cap, "y", true));
      if (y < top) return;
      ctx.moveTo(left, y);
      ctx.lineTo(left + width, y);
      ctx.textAlign = "right";
      ctx.fillText("cap " + show(cap), left + width - 4 * ratio, y + 13 * ratio);
    });
  }

  // logTicks are 1, 2 and 5 times the powers of ten, or only these, or only every so many
  // of these: a dozen at most.
  function logTicks(u, axis, low, high) {
    const ticks = [];
    const decades = Math.log10(high / low);
    const digits = decades > 3 ? [1] : [1, 2, 5];
    const stride = Math.max(1, Math.ceil(decades / 10));
    for (let k = Math.floor(Math.log10(low)); 10 ** k <= high; k += stride) {
      for (const digit of digits) {
        const tick = Number(`${digit}e${k}`);
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    }
    return ticks;
  }

  function xAxis(log) {
    return log ? { ...axis(show), splits: logTicks, filter: (u, ticks) => ticks } : axis(show);
  }

  // ---- Distributions.

  // between names a bin.
  function between(edges, i) {
    const width = edges[i + 1] - edges[i];
    return `${show(edges[i], width)} to ${show(edges[i + 1], width)}`;
  }

  function histogram(c, log) {
    const bins = log ? c.log : c.linear;
    const { edges } = bins;
    const last = bins.shares.length - 1;
    return {
      data: [edges, [...bins.shares, bins.shares[last]], [...bins.counts, bins.counts[last]]],
      scales: {
        x: { time: false, distr: log ? 3 : 1, range: upTo(Infinity) },
        y: { range: (u, low, high) => [0, high * 1.18] },
      },
      axes: [xAxis(log), yAxis(percent)],
      series: [
        { label: "bin", value: (u, x, s, i) => (i === null ? "–" : between(edges, Math.min(i, last))) },
        { label: "share", stroke: theme.first, fill: faded(theme.first, 0.3), width: 1.25, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false }, value: (u, x) => percent(x) },
        { label: "samples", scale: "count", show: true, paths: () => null, points: { show: false }, value: (u, x) => (x === null ? "–" : String(x)) },
      ],
      hooks: { draw: [(u) => drawMarks(u, c.marks)] },
    };
  }

  function cdf(c, log) {
    const [from, to] = log ? c.log : c.linear;
    const last = c.f[c.f.length - 1];
    return {
      data: [[from, ...c.x, Math.max(to, c.x[c.x.length - 1])], [c.f[0], ...c.f, last]],
      scales: { x: { time: false, distr: log ? 3 : 1, range: upTo(to) }, y: { range: [0, 1.15] } },
      axes: [xAxis(log), { ...yAxis(percent), splits: () => [0, 0.25, 0.5, 0.75, 1] }],
      series: [
        { label: "value", value: (u, x) => show(x, (to - from) / 1000) },
        { label: "not greater", stroke: theme.first, width: 1.5, points: { show: false }, value: (u, x) => percent(x), paths: c.steps ? uPlot.paths.stepped({ align: 1 }) : undefined },
      ],
      hooks: { draw: [(u) => drawMarks(u, c.marks)] },
    };
  }

  // ---- Courses.

  // stack is the means of tracks, each on top of those below it.
  function stack(tracks) {
    const sums = [];
    for (const t of tracks) {
      const below = sums[sums.length - 1];
      sums.push(t.mean.map((x, i) => (below && x !== null ? x + below[i] : x)));
    }
    return sums;
  }

  // shadeUntil shades a chart from its left edge to a time.
  function shadeUntil(u, time) {
    const { left, top, width, height } = u.bbox;
    const end = Math.min(u.valToPos(time, "x", true), left + width);
    if (end <= left) return;
    u.ctx.save();
    u.ctx.fillStyle = theme.warmup;
    u.ctx.fillRect(left, top, end - left, height);
    u.ctx.restore();
  }

  // course draws each track's mean over every span of time as a staircase, filled down to the
  // track below. Around the lowest one a pale band reaches from the least to the greatest value.
  function course(c) {
    const colours = [theme.first, theme.second];
    const hold = (xs) => [...xs, xs[xs.length - 1]]; // up to the end of the last span
    const { tracks } = c;
    const sums = stack(tracks);
    const x = tracks[0].mean.map((_, i) => i * c.width);
    x.push(c.end);
    const stepped = uPlot.paths.stepped({ align: 1 });
    const span = (t, i) => {
      if (i === null || i >= t.mean.length) return "–";
      const extremes = t.least[i] === t.greatest[i] ? "" : ` (${show(t.least[i])} to ${show(t.greatest[i])})`;
      return show(t.mean[i]) + extremes;
    };
    const bound = { show: true, width: 0, paths: stepped, points: { show: false }, class: "bound" };
    const data = [x, hold(tracks[0].greatest), hold(tracks[0].least)];
    const series = [{ label: c.unit === "clock units" ? "time" : `time [${c.unit}]`, value: (u, t) => show(t) }, bound, bound];
    const bands = [{ series: [1, 2], fill: faded(colours[0], 0.25) }];
    tracks.forEach((t, k) => {
      data.push(hold(sums[k]));
      series.push({
        label: t.name, stroke: colours[k], width: 1.25, paths: stepped, points: { show: false },
        fill: k === 0 && tracks.length > 1 ? faded(colours[0], 0.3) : undefined,
        value: (u, v, s, i) => span(t, i),
      });
      if (k > 0) bands.push({ series: [data.length - 1, data.length - 2], fill: faded(colours[k], 0.3) });
    });
    // The axis reaches to the cap unless that would leave most of the chart empty.
    const peak = (high) => (c.cap !== null && high > 0.2 * c.cap ? Math.max(high, c.cap) : high);
    return {
      data, bands, sync: true,
      scales: {
        x: { time: false, range: upTo(c.end) },
        y: { range: (u, low, high) => [Math.min(0, low * 1.06), Math.max(0, peak(high) * 1.06)] },
      },
      axes: [axis(show), yAxis(show)],
      series,
      hooks: {
        drawClear: [(u) => shadeUntil(u, c.warmup)],
        draw: [(u) => drawCap(u, c.cap)],
      },
    };
  }

  // atOrBefore is the point whose step a place on the axis is on, given the closest one.
  const atOrBefore = (u, series, i, x) => (i > 0 && u.data[0][i] > x ? i - 1 : i);

  // ---- The page.

  function options(element) {
    const c = charts[element.dataset.chart];
    const log = element.closest("article").hasAttribute("data-log");
    if (c.histogram) return histogram(c.histogram, log);
    if (c.cdf) return cdf(c.cdf, log);
    return course(c.course);
  }

  const drawn = new Map(); // of each element its chart
  const paperWidth = 330; // of a chart on paper, of which two stand side by side

  const width = (element) => (root.classList.contains("paper") ? paperWidth : element.clientWidth);

  function draw(element) {
    drawn.get(element)?.destroy();
    const { data, sync, ...rest } = options(element);
    const opts = {
      width: width(element), height,
      cursor: { y: false, dataIdx: atOrBefore, drag: { x: true, y: false }, ...(sync ? { sync: { key: cursorGroup.key } } : {}) },
      padding: [8, 22, 0, 0], ...rest,
    };
    drawn.set(element, new uPlot(opts, data, element));
  }

  const elements = [...document.querySelectorAll(".chart")];

  function drawAll() {
    readTheme();
    elements.forEach(draw);
  }

  drawAll();
  for (const box of document.querySelectorAll(".distribution input")) {
    box.addEventListener("change", () => {
      const article = box.closest("article");
      article.toggleAttribute("data-log", box.checked);
      article.querySelectorAll(".chart").forEach(draw);
    });
  }
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const chart = drawn.get(target);
      if (chart.width !== width(target)) chart.setSize({ width: width(target), height });
    }
  });
  elements.forEach((e) => observer.observe(e));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  for (const event of ["beforeprint", "afterprint"]) {
    addEventListener(event, () => {
      root.classList.toggle("paper", event === "beforeprint");
      drawAll();
    });
  }
})();
