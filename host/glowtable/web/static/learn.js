// How to play: one picture, a headline, a sentence or two. The steps are the game's own data.

import {
  byId, cardPicture, faceOf, html, icon, language, prepare, readable, setFaces, show, showNote, svg, titleOf, words,
} from "/static/page.js";
import { label, ring } from "/static/drawn_table.js";

const PITCH = 400 / 6, PLATE = 55, LAID = 54;
const chooser = byId("game", HTMLSelectElement);
/** @type {Teaching | null} */
let taught = null;
let at = 0; // the step that is shown

/** @param {string} game */
async function open(game) {
  const answer = await fetch(`/learn/${encodeURIComponent(game)}?lang=${language}`);
  if (!answer.ok) return showNote(words.no_pictures);
  await setFaces(`/learn/${encodeURIComponent(game)}/faces`);
  taught = /** @type {Teaching} */ (await answer.json());
  at = 0;
  document.title = `${words.rules}: ${taught.title} · Glowtable`;
  history.replaceState(null, "", `/learn?game=${taught.name}`);
  draw();
}

function draw() {
  if (!taught) return;
  const { head, text, parts } = taught.steps[at], last = taught.steps.length - 1;
  show(chooser, taught.games.map(({ name, title }) =>
    html("option", { value: name, selected: name === taught?.name }, title)));
  byId("picture").replaceChildren(...parts.map(drawPart));
  show(byId("said"), html("h2", null, head), html("p", null, text));
  show(byId("dots"),
    html("span", { class: "vh" }, `${at + 1} / ${last + 1}`),
    taught.steps.map((_, n) => html("i", { class: n === at ? "on" : n < at ? "did" : "", "aria-hidden": "true" })));
  byId("back", HTMLButtonElement).disabled = at === 0;
  byId("on").hidden = at === last;
  byId("play").hidden = at !== last;
}

/** @param {TaughtPart} part */
function drawPart({ rows, columns, cells, items, lines }) {
  if (cells.length) return drawGrid(rows, columns, cells);
  if (items.length) return html("div", { class: "row-of" }, items.map(drawItem));
  return html("ul", { class: "box" }, lines.map((line) => html("li", null, line)));
}

/** @param {TaughtItem} item */
const drawItem = ({ text, card, icon: sign }) => html("figure", null,
  card === null ? null : cardPicture(card),
  card === null && sign ? icon(sign, 28) : null,
  text && text !== card ? html("figcaption", null, text) : null);

/** @param {string[]} rows @param {string[]} columns @param {TaughtCell[]} cells */
function drawGrid(rows, columns, cells) {
  const lying = cells.filter((cell) => cell.cards.length).map((cell) => `${cell.name} ${titleOf(cell.cards[0])}`);
  const half = 3 * PITCH;
  const named = { role: "img", "aria-label": [words.table, ...lying].join(", ") };
  return svg("svg", { viewBox: "-222 -222 436 436", class: "grid", ...named },
    svg("rect", { x: -half - 6, y: -half - 6, width: 2 * half + 12, height: 2 * half + 12, rx: 8, class: "wood" }),
    cells.map(drawCell),
    rows.map((name, n) => svg("text", { class: "coordinate", x: -half - 14, y: (n - 2.5) * PITCH + 4 }, name)),
    columns.map((name, n) => svg("text", { class: "coordinate", x: (n - 2.5) * PITCH, y: -half - 10 }, name)));
}

/** @param {TaughtCell} cell @param {number} number */
function drawCell({ light, label: text, cards }, number) {
  const x = ((number % 6) - 2.5) * PITCH, y = (Math.floor(number / 6) - 2.5) * PITCH;
  return svg("g", { transform: `translate(${x} ${y})` },
    svg("rect", { x: 0.5 - PITCH / 2, y: 0.5 - PITCH / 2, width: PITCH - 1, height: PITCH - 1, rx: 3, class: "bin" }),
    svg("rect", { x: -PLATE / 2, y: -PLATE / 2, width: PLATE, height: PLATE, rx: 3.5, class: "plate" }),
    ring(light),
    cards.length
      ? svg("use", {
        href: `#${faceOf(cards[0])}`, x: -LAID / 2, y: -LAID / 2, width: LAID, height: LAID, ...readable(cards[0]),
      })
      : text ? label(text) : null);
}

// -- what is pressed

/** @param {number} steps */
function go(steps) {
  if (!taught?.steps[at + steps]) return;
  at += steps;
  draw();
}
byId("back").addEventListener("click", () => go(-1));
byId("on").addEventListener("click", () => go(1));
chooser.addEventListener("change", () => open(chooser.value));
document.addEventListener("keydown", ({ key, target }) => {
  if (target instanceof HTMLSelectElement) return;
  if (key === "ArrowRight") go(1);
  else if (key === "ArrowLeft") go(-1);
});

await prepare();
byId("title").textContent = words.rules;
chooser.setAttribute("aria-label", words.which_game);
await open(new URLSearchParams(location.search).get("game") || "punto");
show(byId("back"), icon("arrow-u-up-left"), html("span", { class: "vh" }, words.step_back));
show(byId("on"), words.step_on, icon("caret-right"));
show(byId("play"), words.play_now);
show(byId("close"), icon("x"), html("span", { class: "vh" }, words.close));
