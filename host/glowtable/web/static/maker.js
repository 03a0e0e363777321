// The table as its maker sees it: line, frames, keys, lights, readers; and calibrate or selftest, step by step.

import { byId, follow, html, icon, nearest, send, show, showNote, svg, words } from "/static/page.js";
import { COLOURS, focusOn } from "/static/drawn_table.js";

const SEATS = [[67, 262], [-67, 262], [-212, 0], [-67, -262], [67, -262], [212, 0]];
const PITCH = 56;

/** @param {MakerPage} page */
function draw(page) {
  drawJob(page);
  if (!page.lights) return;
  document.title = `${words.maker} · Glowtable`;
  const { hello } = page;
  show(byId("title"), hello ? `${page.port} · ${words.build} ${hello.version} ${hello.build}` : page.port);
  drawTable(page);
  show(byId("counts"), countLabels().map(([name, label]) =>
    html("div", null, html("dt", null, label), html("dd", null, page.counts[name]))));
  drawTimes(page);
  show(byId("frames"), page.frames.map((frame) => html("li", { class: frame.out ? "out" : "in" },
    html("span", { class: "vh" }, frame.out ? words.to_table : words.from_table),
    icon(frame.out ? "caret-right" : "arrow-u-up-left", 14), html("code", null, frame.text))));
  byId("led").textContent = page.wizard || page.report ? "" : words.led;
}

const countLabels = () => [
  ["in", words.frames_in], ["out", words.frames_out], ["resent", words.resent], ["noise", words.noise],
  ["bad crc", words.bad_crc], ["edges again", words.edges_again], ["restarts", words.restarts],
  ["reopened", words.reopened],
];

// -- keys, lights, readers

/** @param {MakerPage} page */
function drawTable(page) {
  const table = byId("table", SVGSVGElement), canPress = Boolean(page.wizard?.is_twin);
  const focused = nearest(document.activeElement, "[data-cell]")?.dataset.cell;
  table.replaceChildren(
    ...SEATS.map((_, seat) => drawSeat(page, seat)),
    ...page.names.map((name, cell) => drawCell(page, cell, name, canPress)));
  if (canPress && focused !== undefined) focusOn(table, `[data-cell="${focused}"]`);
  const isDown = page.down.length && `${words.pressed}: ${page.down.map((cell) => page.names[cell]).join(" ")}`;
  byId("parts").textContent = [isDown, page.key && lastKey(page, page.key)].filter(Boolean).join(" · ");
}

/** @param {MakerPage} page @param {LastKey} last */
function lastKey(page, { seat, key }) {
  const place = seat === page.table_seat ? words.table : `${words.seat} ${seat + 1}`;
  return `${words.last_key}: ${place}, ${words[key]}`;
}

/** @param {MakerPage} page @param {number} cell @param {string} name @param {boolean} canPress */
function drawCell(page, cell, name, canPress) {
  const [colour, pattern] = page.lights[cell], isDown = page.down.includes(cell);
  const x = ((cell % 6) - 2.5) * PITCH, y = (Math.floor(cell / 6) - 2.5) * PITCH;
  const attributes = {
    class: isDown ? "part down" : "part", transform: `translate(${x} ${y})`, "data-cell": cell,
    ...(canPress ? { role: "button", tabindex: 0 } : { role: "img" }),
    "aria-label": isDown ? `${name}: ${words.pressed}` : name,
  };
  return svg("g", attributes,
    svg("rect", {
      x: -26, y: -26, width: 52, height: 52, rx: 6, class: "plate",
      stroke: COLOURS[colour] || "none", "stroke-width": 4, "stroke-dasharray": "kf".includes(pattern) ? "8 5" : null,
    }),
    svg("text", { y: 5, "text-anchor": "middle" }, name),
    isDown ? svg("circle", { r: 20, class: "finger" }) : null);
}

/** @param {MakerPage} page @param {number} seat */
function drawSeat(page, seat) {
  const [x, y] = SEATS[seat], [width, height] = seat % 3 === 2 ? [48, 88] : [104, 48];
  const [colour] = page.lights[36 + seat], hasCard = page.readers.includes(seat);
  const name = `${words.seat} ${seat + 1}${hasCard ? `: ${words.on_reader}` : ""}`;
  return svg("g", { class: "part seat", transform: `translate(${x} ${y})`, role: "img", "aria-label": name },
    svg("rect", {
      x: -width / 2, y: -height / 2, width, height, rx: 8, class: "shell",
      stroke: COLOURS[colour] || "none", "stroke-width": 4,
    }),
    svg("text", { y: 5, "text-anchor": "middle" }, seat + 1),
    hasCard ? svg("rect", { x: -9, y: 9, width: 18, height: 12, rx: 2, class: "finger" }) : null);
}

// -- how long a light takes

/** @param {MakerPage} page */
function drawTimes(page) {
  byId("times-note").textContent = words.times_note;
  /** @type {[Times, string][]} */
  const stages = [[page.touched, words.touched], [page.sent, words.sent], [page.taken, words.taken]];
  const measured = stages.filter(([times]) => times.median !== null);
  if (!measured.length) return show(byId("times"), html("p", null, words.no_times));
  show(byId("times"), measured.map(([times, name]) => html("figure", null,
    histogram(times),
    html("figcaption", null, html("b", null, name), ` ${figures(times)}`))));
}

/** @param {Times} times */
const figures = ({ median, p95 }) => `${words.median} ${median} ms, p95 ${p95} ms`;

/** @param {Times} times */
function histogram(times) {
  const counts = times.bars, most = Math.max(1, ...counts), width = 400 / counts.length;
  return svg("svg", { viewBox: "0 0 400 112", role: "img", "aria-label": figures(times) },
    svg("path", { d: "M0 92H400", class: "axis" }),
    counts.map((count, n) => {
      const left = n * width, height = (86 * count) / most;
      return [
        svg("rect", { x: left + 2, y: 92 - height, width: width - 4, height, rx: 2, class: "bar-of" }),
        svg("text", { x: left + width / 2, y: 107, "text-anchor": "middle" },
          times.up_to[n] ?? `>${times.up_to.at(-1)}`),
      ];
    }));
}

// -- a job: one instruction, and what can be answered

/** @param {MakerPage} page */
function drawJob({ wizard, report, has_lobby: hasLobby }) {
  byId("job").hidden = !wizard && !report;
  if (report) {
    show(byId("job"), html("h2", null, words.report), html("ul", { class: "findings" }, report.map((finding) =>
      html("li", null,
        finding.part ? html("b", null, `${finding.part}: ${finding.verdict}`) : null,
        html("span", null, finding.text)))),
      hasLobby ? html("a", { class: "button primary", href: "/" }, words.lobby) : null);
  } else if (wizard) drawStep(wizard);
}

/** @param {Wizard} wizard */
function drawStep(wizard) {
  const yesOrNo = [["yes", words.yes], ["no", words.no]];
  const answers = wizard.is_question ? yesOrNo : wizard.is_twin ? [["", words.do_it]] : [];
  const others = [["back", words.step_back], ["skip", words.skip], ["q", words.leave]];
  show(byId("job"),
    html("h2", null, wizard.title),
    html("p", { class: "say" }, wizard.message),
    wizard.said ? html("p", { class: "also" }, wizard.said) : null,
    html("div", { class: "choices" }, [...answers, ...others].map(([line, text], n) =>
      html("button", { id: `say-${line || "enter"}`, class: n ? "" : "primary", "data-say": line }, text))),
    html("form", { id: "typed", class: "slide" },
      html("input", {
        id: "line", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        "aria-label": words.answer, placeholder: words.answer,
      }),
      html("button", null, words.send)));
}

/** @param {string} line @param {Element | null} element */
const say = (line, element = null) => send({ does: "say", id: line }, element);

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const input = byId("line", HTMLInputElement);
  say(input.value);
  input.value = "";
});

/** @param {Event} event @returns {boolean} whether there was something to press */
function press(event) {
  const element = nearest(event.target, "[data-say],[data-cell][role=button]");
  if (!element) return false;
  if (element.dataset.say !== undefined) say(element.dataset.say, element);
  else send({ does: "press", cell: Number(element.dataset.cell) }, element);
  return true;
}

document.addEventListener("click", press);
byId("table", SVGSVGElement).addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && press(event)) event.preventDefault();
});

let isOver = false; // a job that is done has ended its program: do not look for that again

/** @param {MakerMoment} moment */
function receive({ maker: page }) {
  isOver = Boolean(page.report);
  byId("parts-title").textContent = words.parts;
  byId("line-title").textContent = words.line;
  byId("times-title").textContent = words.times;
  byId("frames-title").textContent = words.frames;
  draw(page);
}

follow("maker", { draw: receive, note: showNote, refused: () => showNote(words.away), isOver: () => isOver });
