// What stands beside the table: who is asked what, the score, what happened.

import { byId, cardPicture, html, icon, show, words } from "/static/page.js";

const LONG = 80; // letters, in smaller type

/** @param {PublicPage} page @param {Child[]} buttons @param {Child} cards */
export function drawAsk(page, buttons, cards = null) {
  if (isOver(page)) {
    return show(byId("ask"), resultHead(page, page.result.headline),
      html("div", { class: "choices" }, buttons.length ? buttons : words.next_where));
  }
  const [first, ...others] = page.asked;
  const who = first && first.seat >= 0 ? page.players[first.seat].name : words.table;
  show(byId("ask"),
    html("p", { class: "who" }, icon("hand-pointing", 20), html("span", null, who)),
    first?.card ? cardPicture(first.card) : null,
    html("p", { class: first && first.text.length > LONG ? "say long" : "say" }, first ? first.text : ""),
    buttons.length ? html("div", { class: "choices" }, buttons) : null,
    cards,
    others.map((prompt) => html("p", { class: "also", title: prompt.text },
      prompt.seat >= 0 ? html("b", null, `${page.players[prompt.seat].name}: `) : null, prompt.text)));
}

/** @param {PublicPage} page */
export function drawScore({ result, players, lines }) {
  byId("score-title").textContent = result ? words.result : words.score;
  show(byId("score"),
    result ? resultLines(result, players) : null,
    // Together there are no scores: the lines say how the match stood
    result?.scores.length ? null : lines.map((line) => html("li", null, line)));
}

/** @param {PublicPage} page */
export function drawNews(page) {
  byId("news-title").textContent = words.news;
  show(byId("news"), [...page.news].reverse().map((text) => html("li", null, text)));
}

// -- the end of a match, on any page

/** @param {PublicPage} page @returns {page is PublicPage & { result: Result }} */
export const isOver = (page) => page.result !== null && page.asked.length === 0;

/** @type {Record<string, string>} */
const SIGNS = {
  won: "trophy",
  tie: "handshake",
  nobody: "smiley-nervous",
  "won-together": "trophy",
  "lost-together": "skull",
};

/**
/**
 * The scene of a match's end: its sign, who won, what decided it, and how the evening stands. What is said to one seat
 * alone is its own end.
 * @param {PublicPage & { result: Result }} page @param {string} headline
 * @param {Child[]} winners as they are shown beside the sign
 */
export const resultHead = ({ result, evening = [] }, headline, ...winners) => html("div",
  { class: `result ${result.ending}${headline === result.headline ? "" : " own"}` },
  html("div", { class: "signs-of", "aria-hidden": "true" }, winners, icon(SIGNS[result.ending], 56)),
  html("p", { class: "say" }, headline),
  html("p", { class: "why" }, result.why),
  evening.length > 0 && html("p", { class: "evening" }, eveningText(evening)));

/** @param {Won[]} evening */
export const eveningText = (evening) => `${words.won_this_evening}: ${evening.map(({ text }) => text).join(" · ")}`;

/**
 * Scores where they count, then every point with its reason.
 * @param {Result} result @param {Player[]} players
 */
export function resultLines(result, players) {
  return [
    ...result.scores.map((score, seat) => scoreLine(players[seat].name, score, result.winners.includes(seat))),
    ...result.ledger.map((point) => html("li", { class: "point" },
      html("details", null,
        html("summary", null, pointText(point, result, players)),
        html("q", null, point.rule, point.quote ? `: ${point.quote}` : "")))),
  ];
}

/** @param {string} name @param {number} score @param {boolean} isWinner */
const scoreLine = (name, score, isWinner) => html("li", { class: isWinner ? "won" : "" },
  html("span", { class: "grow" }, isWinner ? icon("trophy", 20) : null, ` ${name}`),
  html("b", { class: "points" }, score));

/** @param {Point} point @param {Result} result @param {Player[]} players */
export function pointText(point, result, players) {
  const names = point.seats.map((seat) => players[seat].name).join(", ");
  const amount = result.scores.length && point.amount ? `+${point.amount}` : "";
  const whose = [names, amount].filter(Boolean).join(" ");
  return whose ? `${whose}: ${point.text}` : point.text;
}
