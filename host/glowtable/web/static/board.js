// For a television: the grid, who is to act, how it stands, what was done last, and how to join. Nothing can be
// pressed, but whose seat a bot has taken may come back. All of it is on the screen, as large as it fits.

import {
  about, backButton, byId, cardPicture, follow, html, icon, nearest, send, show, showNote, titleOf, words,
} from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { drawTable } from "/static/drawn_table.js";
import { isOver, pointText, resultHead } from "/static/side.js";

const LONG = 70, LONG_NAME = 14; // letters, in smaller type

/** @param {BoardMoment} moment */
export function draw({ public: page, left, missed, hosts = [] }) {
  document.title = `${page.game} · Glowtable`;
  byId("game").textContent = page.game;
  const back = left !== undefined && page.players[left]?.bot ? backButton(page, left) : [];
  drawHeadline(page, missed ? takeSeat(missed) : back);
  const zones = page.zones.map((zone) => dealOut(zone, page.players));
  show(byId("score"), seated(page, zones), facts(page));
  show(byId("beside"), page.result ? null : [zonesBeside(zones), join(hosts)]);
  drawTable(page, false, false); // afterwards, as its cards travel from what stands beside
  fit(page);
  stayAwake();
}

// -- who is to act

/** @param {PublicPage} page @param {Child[]} buttons */
function drawHeadline(page, buttons) {
  const choices = buttons.length > 0 && html("div", { class: "choices" }, buttons);
  if (isOver(page)) {
    const next = choices || html("p", null, words.next_where);
    const { winners: [winner, ...more], headline } = page.result, isAlone = winner !== undefined && !more.length;
    return show(byId("ask"), resultHead(page, headline, isAlone && pawn(page.players[winner])), next);
  }
  const [first, ...others] = page.asked;
  if (!first) return show(byId("ask"), choices);
  const asked = page.asked.filter(({ seat, text }) => seat >= 0 && text === first.text);
  const names = asked.map(({ seat }) => page.players[seat].name).join(" ");
  show(byId("ask"),
    first.card ? cardPicture(first.card) : null,
    asked.length > 0 && html("p", { class: names.length > LONG_NAME ? "who long" : "who" },
      asked.map(({ seat }) => html("span", null, pawn(page.players[seat]), page.players[seat].name))),
    html("p", { class: first.text.length > LONG ? "say long" : "say" }, first.text),
    choices,
    // What all are asked at once is said once: their own devices say the rest
    first.seat >= 0 && others.filter(({ text }) => text !== first.text).map(({ seat, text }) =>
      html("p", { class: "also", "data-spare": "also" }, seat >= 0 ? `${page.players[seat].name}: ` : "", text)));
}

/** For a phone that sat in the lobby under the name of a seat that it did not get. @param {string} how */
const takeSeat = (how) => [
  html("p", { id: "missed" }, how), html("a", { id: "take", class: "button", href: "/seat" }, words.claim_do),
];

/** Whose seat it is: a letter, or that it is a bot's. @param {Player} player */
const pawn = ({ name, bot }) =>
  html("span", { class: "pawn", "aria-hidden": "true" }, bot ? icon("robot") : [...name][0].toUpperCase());

// -- how it stands

/**
 * What lies in a zone: before each player's name what is nobody's, and from there on what is that player's.
 * @typedef {{ title: string, ofNobody: Thing[], ofSeats: Thing[][] }} Dealt
 * @param {Zone} zone @param {Player[]} players @returns {Dealt}
 */
function dealOut({ title, things }, players) {
  /** @type {Dealt} */
  const dealt = { title, ofNobody: [], ofSeats: players.map(() => []) };
  let place = dealt.ofNobody;
  for (const thing of things) {
    const seat = players.findIndex(({ name }) => name === thing.text);
    if (seat >= 0) place = dealt.ofSeats[seat];
    place.push(seat >= 0 ? { ...thing, text: "" } : thing);
  }
  return dealt;
}

/**
 * For each player: who it is, how it stands, and what all see of what is held.
 * @param {PublicPage} page @param {Dealt[]} zones
 */
const seated = (page, zones) => html("ul", { class: "seated" }, page.players.map((player, seat) => {
  const { name, standing } = player, { result } = page, isActing = player.acts && !result;
  const isWinner = result?.winners.includes(seat), things = zones.flatMap(({ ofSeats }) => ofSeats[seat]);
  const cards = things.filter(({ card }) => card !== null), tokens = things.filter(({ card }) => card === null);
  return html("li", { class: isWinner ? "won" : isActing ? "acts" : "", "data-hand": seat, "data-reader": seat },
    pawn(player),
    html("div", { class: "stands" },
      html("b", null, name, isActing && [" ", icon("hand-pointing"), html("span", { class: "vh" }, words.to_act)]),
      standing && html("p", null, afterName(standing, name)),
      tokens.length > 0 && html("div", { class: "tokens" }, tokens.map((token) => held(token, ""))),
      !result && more(page.lines, standing).map((text, n) => html("p", { "data-spare": `more-${n}` }, text))),
    result && html("span", { class: "total" }, isWinner && icon("trophy"),
      result.scores.length > 0 && html("b", { class: "points" }, result.scores[seat])),
    cards.length > 0 && holds(cards, true));
}));

/** Of "Ann: 3 points" or "Ann (red): 3 points" what is said of Ann. @param {string} line @param {string} name */
const afterName = (line, name) => (line.startsWith(name)
  ? line.slice(name.length).replace(/^ \((.*?)\): |^: /, (_, note) => (note ? `${note}: ` : ""))
  : line);

/**
 * What the lines say besides: the rest of the one that begins so, and what is set in below it.
 * @param {string[]} lines @param {string} standing
 */
function more(lines, standing) {
  const at = standing ? lines.findIndex((line) => line.startsWith(standing)) : -1;
  if (at < 0) return [];
  const end = lines.findIndex((line, n) => n > at && !line.startsWith(" "));
  const below = lines.slice(at + 1, end < 0 ? lines.length : end);
  return [lines[at].slice(standing.length), ...below].flatMap((text) => text.split("; "))
    .map((text) => text.replace(/^[ ,]+/, "")).filter(Boolean);
}

/**
 * Cards and tokens. If there are too many, the last or the first ones are only counted.
 * @param {Thing[]} things @param {boolean} hidesLast @param {string} [title]
 */
function holds(things, hidesLast, title = "") {
  const rest = html("span", { class: "rest", hidden: true }), all = things.map((thing) => held(thing, title));
  return html("div", { class: "holds" }, hidesLast ? [all, rest] : [rest, all]);
}

/** @param {Thing} thing @param {string} title of its zone */
function held({ text, card, icon: name, amount }, title) {
  const count = amount === null ? "" : String(amount);
  if (card === null) {
    const said = count ? [html("span", { class: "vh" }, text), count] : text;
    return html("div", { class: "held token-of" }, icon(name), said);
  }
  const said = text === title || text === titleOf(card) ? "" : text;
  return html("div", { class: "held of-card" }, cardPicture(card),
    count && html("span", { class: "count" }, count), said && html("span", null, said));
}

/** What is nobody's. A zone is drawn at its number, so that cards travel from it. @param {Dealt[]} zones */
const zonesBeside = (zones) => html("div", { class: "all-zones", "data-part": "zones" },
  zones.map(({ title, ofNobody }) =>
    html("div", null, ofNobody.length > 0 && [html("h2", null, title), holds(ofNobody, false, title)])));

/** At the end each point, before that the lines that are nobody's. @param {PublicPage} page */
function facts({ players, lines, result }) {
  const isOwn = (/** @type {string} */ line) =>
    line.startsWith(" ") || players.some(({ standing }) => standing && line.startsWith(standing));
  const said = result
    ? result.ledger.map((point) => pointText(point, result, players))
    : lines.filter((line) => !isOwn(line));
  return html("ul", { class: result ? "facts ledger" : "facts" },
    said.map((text, n) => html("li", { "data-spare": `fact-${n}` }, text)),
    result && html("li", { class: "rest", hidden: true }, "+0"));
}

/** Where phones claim a free seat, with its code. @param {string[]} hosts */
function join(hosts) {
  const host = hosts.find((each) => each === location.hostname) || hosts[0];
  return about.lan && host && html("figure", { class: "joining" },
    html("img", { src: `/join.svg?host=${encodeURIComponent(host)}`, alt: words.scan }),
    html("figcaption", null, words.join,
      html("a", { href: "/seat" }, html("b", null, `${host}:${location.port || 80}/seat`))));
}

// -- as large as it fits

/** @typedef {{ card: number, text: number, columns: number, join: number }} Size */
/** What is tried, the best first; below 8.4 a card were smaller than 90 px where the screen has 1080. @type {Size[]} */
const SIZES = [
  { card: 16, text: 1.35, columns: 1, join: 16 },
  { card: 14, text: 1.15, columns: 1, join: 15 },
  { card: 11, text: 1, columns: 1, join: 14 },
  { card: 9.5, text: 1, columns: 1, join: 13 },
  { card: 9.5, text: 1, columns: 2, join: 13 },
  { card: 8.5, text: 1, columns: 1, join: 12 },
  { card: 8.5, text: 1, columns: 2, join: 12 },
  { card: 8.5, text: 0.95, columns: 2, join: 11 },
  { card: 8.5, text: 0.95, columns: 3, join: 11 },
];
/** @param {number[]} letters */
const withCardsAt = (letters) =>
  letters.flatMap((text) => [2, 3].map((columns) => ({ card: 8.5, text, columns, join: 10 })));
const SMALLER = withCardsAt([0.95, 0.9, 0.85]), SMALLEST = withCardsAt([0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]);
/** @type {PublicPage} */
let fitted;

/** @param {PublicPage} page */
function fit(page) {
  fitted = page;
  fitCaption(page);
  const side = byId("side"), isFull = () => side.scrollHeight > side.clientHeight;
  const all = [...side.querySelectorAll("[data-spare]")], names = all.map((each) => each.getAttribute("data-spare"));
  hide(all, true);
  hide(side.querySelectorAll(".held"), false);
  hide(side.querySelectorAll(".rest"), true);
  /** @param {Size} size */
  const fits = (size) => {
    for (const [name, value] of Object.entries(size)) side.style.setProperty(`--${name}`, String(value));
    return !isFull();
  };
  const isFitting = SIZES.some(fits) || ["#beside", "#score"].some((place) => {
    fits(SMALLEST[0]);
    while (isFull() && fold(place));
    return SMALLER.some(fits);
  });
  if (!isFitting) SMALLEST.some(fits);
  const rest = side.querySelectorAll(".facts .rest");
  hide(rest, false);
  if (isFull()) hide(rest, true);
  for (const name of new Set(names)) {
    const alike = all.filter((_, n) => names[n] === name);
    hide(alike, false);
    if (isFull()) hide(alike, true);
  }
  const left = side.querySelectorAll(".facts [hidden][data-spare]").length;
  for (const each of rest) each.textContent = `+${left}`;
  if (!left) hide(rest, true);
}

/** @param {Iterable<Element>} elements @param {boolean} isHidden */
function hide(elements, isHidden) {
  for (const element of elements) element.toggleAttribute("hidden", isHidden);
}

/**
 * Where cards reach furthest down, only count some of them, so that it is a line less.
 * @param {string} place @returns {boolean} whether that was possible anywhere
 */
function fold(place) {
  const groups = [...document.querySelectorAll(`${place} .holds`)];
  return groups.sort((one, other) => heightOf(other) - heightOf(one)).some(shorten);
}

/** @param {Element} group */
function shorten(group) {
  const rest = /** @type {Element} */ (group.querySelector(".rest")), before = heightOf(group);
  const shown = [...group.querySelectorAll(".held:not([hidden])")];
  const folded = group.querySelectorAll(".held[hidden]").length;
  if (rest === group.lastChild) shown.reverse();
  hide([rest], false);
  for (let count = 1; count < shown.length; count++) {
    hide([shown[count - 1]], true);
    rest.textContent = `+${folded + count}`;
    if (heightOf(group) < before - 1) return true;
  }
  hide(shown, false);
  hide([rest], !folded);
  rest.textContent = `+${folded}`;
  return false;
}

/** How far it reaches down from the top of what it is in. @param {Element} group */
const heightOf = (group) =>
  group.getBoundingClientRect().bottom - (group.parentElement?.getBoundingClientRect().top || 0);

// What was done last, in one line: the newest news, or what it says in short. At the end the result says it.
/** @param {PublicPage} page */
function fitCaption({ news, moves, result }) {
  const caption = byId("caption"), last = news.at(-1) || "", move = moves.at(-1)?.text || [];
  const shortest = last.replace(/ \([^)]*\)/g, "").split(/[:;] |(?<=[.!?]) (?=\p{Lu})/u)[0];
  const texts = [last, ...(move.includes(last) ? [move[0]] : []), shortest];
  hide([caption], result !== null);
  const tries = [1, 0.9, 0.8].flatMap((size) => texts.map((text) => ({ size, text })));
  for (let size = 0.76; size > 0.2; size *= 0.95) tries.push({ size, text: shortest });
  tries.find(({ size, text }) => {
    caption.textContent = text;
    caption.style.setProperty("--caption", String(size));
    return caption.scrollWidth <= caption.clientWidth;
  });
}

addEventListener("resize", () => fitted && fit(fitted));

document.addEventListener("click", (event) => {
  const button = nearest(event.target, "[data-back]");
  if (button) send({ does: "back", id: button.dataset.back, seat: Number(button.dataset.of) }, button);
});

follow("board", { draw, note: showNote });
