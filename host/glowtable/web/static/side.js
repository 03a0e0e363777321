// What stands beside the table: who is asked what, the score, what happened.

import { html, icon, show, byId, words } from "/static/page.js";

const LONG = 80; // letters, in smaller type

export function drawAsk(page, buttons, cards = null) {
  if (isOver(page)) return show(byId("ask"), resultHead(page, page.result.headline), html("div", { class: "choices" }, buttons.length ? buttons : words.next_where));
  const [first, ...others] = page.asked;
  const who = first && first.seat >= 0 ? page.players[first.seat].name : words.table;
  show(byId("ask"),
    html("p", { class: "who" }, icon("hand-pointing", 20), html("span", null, who)),
    html("p", { class: first && first.text.length > LONG ? "say long" : "say" }, first ? first.text : ""),
    buttons.length ? html("div", { class: "choices" }, buttons) : null,
    cards,
    others.map((each) => html("p", { class: "also", title: each.text }, each.seat >= 0 ? html("b", null, `${page.players[each.seat].name}: `) : null, each.text)));
}

export function drawScore(page) {
  byId("score-title").textContent = page.result ? words.result : words.score;
  const lines = page.result?.scores.length ? [] : page.lines; // together there are no scores: how the match stood is told
  show(byId("score"), page.result ? resultLines(page) : null, lines.map((line) => html("li", null, line)));
}

// -- the end of a match, on any page

export const isOver = (page) => page.result !== null && page.asked.length === 0;
const SIGNS = { won: "trophy", tie: "handshake", nobody: "smiley-nervous", "won-together": "trophy", "lost-together": "skull" };

export const resultHead = (page, headline) => html("div", { class: `result ${page.result.ending}` },
  icon(SIGNS[page.result.ending], 40),
  html("p", { class: "say" }, headline),
  html("p", { class: "why" }, page.result.why));

// Scores where they count, then every point with its reason.
export function resultLines(page) {
  const { winners, scores, ledger } = page.result;
  return [
    ...scores.map((score, seat) => html("li", { class: winners.includes(seat) ? "won" : "" },
      html("span", { class: "grow" }, winners.includes(seat) ? icon("trophy", 20) : null, ` ${page.players[seat].name}`), html("b", { class: "points" }, score))),
    ...ledger.map((point) => html("li", { class: "point" },
      html("details", null, html("summary", null, pointText(page, point)), html("q", null, point.rule, point.quote ? `: ${point.quote}` : "")))),
  ];
}

function pointText(page, point) {
  const names = point.seats.map((seat) => page.players[seat].name).join(", ");
  const amount = page.result.scores.length && point.amount ? `+${point.amount}` : "";
  const whose = [names, amount].filter(Boolean).join(" ");
  return whose ? `${whose}: ${point.text}` : point.text;
}

export function drawNews(page) {
  byId("news-title").textContent = words.news;
  show(byId("news"), [...page.news].reverse().map((text) => html("li", null, text)));
}
