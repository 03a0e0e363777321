// The table as its maker sees it: line, frames, keys, lights, readers; and calibrate or selftest, step by step.

import { byId, follow, html, icon, send, show, showNote, svg, words } from "/static/page.js";
import { COLOURS } from "/static/drawn_table.js";

const counted = () => [["in", words.frames_in], ["out", words.frames_out], ["resent", words.resent], ["noise", words.noise], ["bad crc", words.bad_crc], ["edges again", words.edges_again], ["restarts", words.restarts], ["reopened", words.reopened]];
const SEATS = [[67, 262], [-67, 262], [-212, 0], [-67, -262], [67, -262], [212, 0]];
const PITCH = 56;

function draw({ maker: page }) {
  drawJob(page);
  if (!page.lights) return;
  document.title = `${words.maker} · Glowtable`;
  const hello = page.hello;
  show(byId("title"), hello ? `${page.port} · ${words.build} ${hello.version} ${hello.build}` : page.port);
  drawTable(page);
  show(byId("counts"), counted().map(([name, label]) => html("div", null, html("dt", null, label), html("dd", null, page.counts[name]))));
  drawTimes(page);
  show(byId("frames"), page.frames.map((each) => html("li", { class: each.out ? "out" : "in" },
    html("span", { class: "vh" }, each.out ? words.to_table : words.from_table), icon(each.out ? "caret-right" : "arrow-u-up-left", 14), html("code", null, each.text))));
  byId("led").textContent = page.wizard || page.report ? "" : words.led;
}

// -- keys, lights, readers

function drawTable(page) {
  const canPress = Boolean(page.wizard?.is_twin);
  const cells = page.names.map((name, n) => {
    const light = page.lights[n], isDown = page.down.includes(n), x = ((n % 6) - 2.5) * PITCH, y = (Math.floor(n / 6) - 2.5) * PITCH;
    return svg("g", { class: isDown ? "part down" : "part", transform: `translate(${x} ${y})`, "data-cell": n, ...(canPress ? { role: "button", tabindex: 0 } : { role: "img" }), "aria-label": `${name}${isDown ? `: ${words.pressed}` : ""}` },
      svg("rect", { x: -26, y: -26, width: 52, height: 52, rx: 6, class: "plate", stroke: COLOURS[light[0]] || "none", "stroke-width": 4, "stroke-dasharray": "kf".includes(light[1]) ? "8 5" : null }),
      svg("text", { y: 5, "text-anchor": "middle" }, name), isDown ? svg("circle", { r: 20, class: "finger" }) : null);
  });
  const seats = SEATS.map(([x, y], n) => {
    const light = page.lights[36 + n], hasCard = page.readers.includes(n);
    return svg("g", { class: "part seat", transform: `translate(${x} ${y})`, role: "img", "aria-label": `${words.seat} ${n + 1}${hasCard ? `: ${words.on_reader}` : ""}` },
      svg("rect", { x: n % 3 === 2 ? -24 : -52, y: n % 3 === 2 ? -44 : -24, width: n % 3 === 2 ? 48 : 104, height: n % 3 === 2 ? 88 : 48, rx: 8, class: "shell", stroke: COLOURS[light[0]] || "none", "stroke-width": 4 }),
      svg("text", { y: 5, "text-anchor": "middle" }, n + 1), hasCard ? svg("rect", { x: -9, y: 9, width: 18, height: 12, rx: 2, class: "finger" }) : null);
  });
  const focused = document.activeElement?.dataset?.cell;
  byId("table").replaceChildren(...seats, ...cells);
  if (canPress && focused !== undefined) byId("table").querySelector(`[data-cell="${focused}"]`)?.focus();
  const key = page.key && `${words.last_key}: ${page.key.seat === page.table_seat ? words.table : `${words.seat} ${page.key.seat + 1}`}, ${words[page.key.key]}`;
  byId("parts").textContent = [page.down.length ? `${words.pressed}: ${page.down.map((n) => page.names[n]).join(" ")}` : "", key].filter(Boolean).join(" · ");
}

// -- how long a light takes

function drawTimes(page) {
  byId("times-note").textContent = words.times_note;
  const measured = [["touched", words.touched], ["sent", words.sent], ["taken", words.taken]].filter(([stage]) => page[stage].median !== null);
  if (!measured.length) return show(byId("times"), html("p", null, words.no_times));
  show(byId("times"), measured.map(([stage, name]) => html("figure", null, bars(page[stage]),
    html("figcaption", null, html("b", null, name), ` ${words.median} ${page[stage].median} ms, p95 ${page[stage].p95} ms`))));
}

function bars({ bars: heights, up_to: upTo, median, p95 }) {
  const most = Math.max(1, ...heights), width = 400 / heights.length;
  return svg("svg", { viewBox: "0 0 400 112", role: "img", "aria-label": `${words.median} ${median} ms, p95 ${p95} ms` },
    svg("path", { d: "M0 92H400", class: "axis" }),
    heights.map((each, n) => [svg("rect", { x: n * width + 2, y: 92 - (86 * each) / most, width: width - 4, height: (86 * each) / most, rx: 2, class: "bar-of" }),
      svg("text", { x: n * width + width / 2, y: 107, "text-anchor": "middle" }, upTo[n] ?? `>${upTo.at(-1)}`)]));
}

// -- a job: one instruction, and what can be answered

function drawJob(page) {
  const { wizard, report } = page;
  byId("job").hidden = !wizard && !report;
  if (report) return show(byId("job"), html("h2", null, words.report), html("ul", { class: "findings" }, report.map((each) =>
    html("li", null, each.part ? html("b", null, `${each.part}: ${each.verdict}`) : null, html("span", null, each.text)))), page.has_lobby ? html("a", { class: "button primary", href: "/" }, words.lobby) : null);
  if (!wizard) return;
  const answers = wizard.is_question ? [["yes", words.yes], ["no", words.no]] : wizard.is_twin ? [["", words.do_it]] : [];
  show(byId("job"), html("h2", null, wizard.title), html("p", { class: "say" }, wizard.message), wizard.said ? html("p", { class: "also" }, wizard.said) : null,
    html("div", { class: "choices" }, [...answers, ["back", words.step_back], ["skip", words.skip], ["q", words.leave]].map(([line, text], n) => html("button", { id: `say-${line || "enter"}`, class: n ? "" : "primary", "data-say": line }, text))),
    html("form", { id: "typed", class: "slide" }, html("input", { id: "line", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": words.answer, placeholder: words.answer }), html("button", null, words.send)));
}

const say = (line, element = null) => { if (!send({ does: "say", id: line }, element)) showNote(words.away); };
document.addEventListener("submit", (event) => {
  event.preventDefault();
  say(byId("line").value);
  byId("line").value = "";
});
function press(event) {
  const element = event.target.closest("[data-say],[data-cell][role=button]");
  if (!element) return false;
  if (element.dataset.say !== undefined) say(element.dataset.say, element);
  else if (!send({ does: "press", cell: Number(element.dataset.cell) }, element)) showNote(words.away);
  return true;
}
document.addEventListener("click", press);
byId("table").addEventListener("keydown", (event) => { if ((event.key === "Enter" || event.key === " ") && press(event)) event.preventDefault(); });

// A job that is done has ended its program: nobody is looked for any more.
let isOver = false;
function hear(heard) {
  isOver = Boolean(heard.maker.report);
  for (const [name, text] of [["parts", words.parts], ["line", words.line], ["times", words.times], ["frames", words.frames]]) byId(`${name}-title`).textContent = text;
  draw(heard);
}
follow("maker", { draw: hear, note: showNote, refused: () => showNote(words.away), isOver: () => isOver });
