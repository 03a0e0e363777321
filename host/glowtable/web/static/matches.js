// All matches of the journal: the list, and one of them move by move.

import {
  botCalled, byId, html, icon, language, nearest, playerName, prepare, setFaces, show, showNote, timeText, words,
} from "/static/page.js";
import { drawTable } from "/static/drawn_table.js";
import { drawScore } from "/static/side.js";

const LAST = 1e6; // a moment after all: the last is shown
const slider = byId("at", HTMLInputElement);
let match = 0, requests = 0;

async function drawList() {
  /** @type {ListedMatch[]} */
  const matches = await (await fetch(`/matches/all?lang=${language}`)).json();
  show(byId("list"), matches.map((each) => html("li", null,
    html("button", { id: `match-${each.match}`, "data-match": each.match, class: "match" },
      html("b", null, `${each.match} · ${each.game}`),
      html("span", null, [each.players.map(playerName).join(", "), timeText(each.started)].filter(Boolean).join(" · ")),
      html("span", null, each.result[0] || words.running)))));
  if (location.hash === "#latest" && matches.length) await open(matches[0].match);
}

// -- statistics

/** @typedef {"people" | "games" | "seats" | "bots"} Group */

async function drawStatistics() {
  const answer = await fetch(`/matches/statistics?lang=${language}`);
  if (!answer.ok) return;
  /** @type {Statistics} */
  const statistics = await answer.json();
  byId("statistics-box").hidden = !statistics.matches;
  byId("statistics-title").textContent = words.statistics;
  /** @type {[Group, string][]} */
  const groups = [
    ["people", words.people], ["games", words.games], ["seats", words.all_seats], ["bots", words.bots],
  ];
  show(byId("statistics"),
    groups.map(([group, title]) => (statistics[group].length ? figureCards(group, title, statistics[group]) : null)),
    statistics.unknown ? html("p", { class: "mute" }, `${words.unknown_winners}: ${statistics.unknown}`) : null);
}

/**
 * A card for each: the label on the left, the number on the right.
 * @param {Group} group @param {string} title @param {Figures[]} rows
 */
const figureCards = (group, title, rows) => html("section", { class: "figures" },
  html("h3", null, title),
  rows.map((row) => html("div", { class: "figure" },
    html("h4", null, nameOf(group, row.name)),
    html("dl", null, figureLines(group, row).map(([label, value]) =>
      html("div", null, html("dt", null, label), html("dd", null, value)))))));

/** @param {Group} group @param {string | number} name */
function nameOf(group, name) {
  if (group === "bots") return botCalled(String(name));
  return group === "seats" ? `${words.seat} ${name}` : String(name);
}

/** @param {Group} group @param {Figures} row @returns {[string, string][]} without those that nobody knows */
function figureLines(group, { played, won, streak, longest_streak, average, minutes }) {
  /** @type {[string, string | number | null][]} */
  const lines = [
    [words.played, played],
    [words.won, group === "games" && won === played ? null : `${won} (${Math.round(100 * won / played)} %)`],
    [words.streak, streak],
    [words.longest_streak, longest_streak],
    [words.average, average],
    [words.average_minutes, minutes],
  ];
  return lines.flatMap(([label, value]) => (value === null ? [] : [[label, String(value)]]));
}

// -- one match

/** @param {number} number */
async function open(number) {
  match = number;
  await setFaces(`/matches/${match}/faces`);
  await draw(LAST);
}

/** @param {number} at after how many moves */
async function draw(at) {
  const mine = ++requests;
  const answer = await fetch(`/matches/${match}?at=${at}&lang=${language}`);
  if (!answer.ok) return showNote(words.no_match);
  /** @type {PastMoment} */
  const page = await answer.json();
  if (mine !== requests) return; // another was asked for meanwhile
  byId("move").hidden = byId("score-box").hidden = false;
  slider.max = String(page.last);
  slider.value = String(page.at);
  slider.setAttribute("aria-label", words.move);
  byId("count").textContent = `${words.move} ${page.at} / ${page.last}`;
  show(byId("ends"), page.ends.map((end, n) =>
    html("button", { "data-end": end, "aria-pressed": String(end === page.at) }, `${words.round} ${n + 1}`)));
  show(byId("said"), page.said.map((text) => html("li", null, text)));
  show(byId("exports"), exportForms().map(([form, ending, text]) => html("a", {
    class: "button", href: `/matches/${match}/${form}?lang=${language}`, download: `match-${match}${ending}`,
  }, text)));
  drawTable(page.public, false);
  drawScore(page.public);
}

/** What each export is for. @returns {[form: string, ending: string, text: string][]} */
const exportForms = () => [
  ["csv", ".csv", words.export_points],
  ["actions", "-actions.csv", words.export_actions],
  ["jsonl", ".jsonl", words.export_all],
  ["text", ".txt", words.export_text],
];

/** @param {number} moves */
const step = (moves) => draw(Number(slider.value) + moves);
slider.addEventListener("input", () => step(0));
byId("back").addEventListener("click", () => step(-1));
byId("on").addEventListener("click", () => step(1));
document.addEventListener("click", (event) => {
  const { match: number, end } = nearest(event.target, "[data-match],[data-end]")?.dataset || {};
  if (number !== undefined) open(Number(number));
  if (end !== undefined) draw(Number(end));
});

await prepare();
document.title = `${words.matches} · Glowtable`;
byId("title").textContent = byId("list-title").textContent = words.matches;
show(byId("back"), icon("arrow-u-up-left", 18), html("span", { class: "vh" }, words.move_back));
show(byId("on"), icon("caret-right", 18), html("span", { class: "vh" }, words.move_on));
await Promise.all([drawList(), drawStatistics()]);
