// What stands beside the table: who is asked what, the score, what happened.

import { html, icon, show, byId, words } from "/static/page.js";

const LONG = 80; // letters, in smaller type

export function drawAsk(page, buttons, cards = null) {
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
  show(byId("score"), page.result ? resultLines(page) : page.lines.map((line) => html("li", null, line)));
}

function resultLines(page) {
  const names = (seats) => seats.map((seat) => page.players[seat].name).join(", ");
  return [
    ...page.players.map((player, seat) => html("li", { class: page.result.winners.includes(seat) ? "won" : "" },
      html("span", { class: "grow" }, page.result.winners.includes(seat) ? icon("trophy", 20) : null, ` ${player.name}`), html("b", { class: "points" }, page.result.scores[seat]))),
    ...page.result.ledger.map((point) => html("li", { class: "point" },
      html("details", null, html("summary", null, `${names(point.seats)} +${point.amount}: ${point.text} (${point.rule})`), point.quote ? html("q", null, point.quote) : null))),
  ];
}

export function drawNews(page) {
  byId("news-title").textContent = words.news;
  show(byId("news"), [...page.news].reverse().map((text) => html("li", null, text)));
}
