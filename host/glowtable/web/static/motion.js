// One sees what happened: the cards of the last moves travel, and the cells where they came to lie stay marked.

import { cardPicture } from "/static/page.js";

const TRAVEL_MS = 380;
const EASE = "cubic-bezier(.2,.8,.2,1)";
let shown = -1; // the number of the last move that was drawn
/** @type {number[]} */
let marked = [];

/**
 * The cells of the last move that brought cards to cells, as long as any lie there. What was taken back, or is long
 * past, leaves no mark, and neither does a card that is turned face down again.
 * @param {PublicPage} page
 */
export function markedCells({ moves, cells: lying }) {
  const news = lastOf(moves) - shown;
  if (news < 0 || news > moves.length) marked = [];
  for (const { cards } of moves) {
    const landed = cards.filter(({ to }) => to.startsWith("cell "));
    const stays = landed.filter(({ card, from, to }) => card || from !== to);
    if (landed.length) marked = stays.map(({ to }) => numberIn(to));
  }
  marked = marked.filter((cell) => lying[cell].cards.length);
  return marked;
}

/**
 * Let the cards of new moves travel on the table that is drawn already.
 * @param {Element} root @param {PublicPage} page
 */
export function showMoves(root, { moves }) {
  const before = shown;
  shown = lastOf(moves);
  if (before < 0 || shown - before > moves.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const move of moves) {
    if (move.number > before) for (const card of move.cards) travel(root, card);
  }
}

/** @param {Move[]} moves */
const lastOf = (moves) => moves.at(-1)?.number || 0;
/** @param {string} place */
const numberIn = (place) => Number(place.split(" ")[1]);

/** @param {Element} root @param {string} place @returns {Element | null} where it is drawn, if it is */
function drawn(root, place) {
  const [kind, number] = place.split(" ");
  if (kind === "cell") return root.querySelector(`#cell-${number}`);
  if (kind === "reader") return root.querySelector(`[data-reader="${number}"]`);
  if (kind === "zone") return root.querySelector("[data-part=zones]")?.children[Number(number)] || null;
  return root.querySelector(`[data-hand="${number}"]`) || root.querySelector(`[data-reader="${number}"]`);
}

/** A copy of the card flies from one place to the other and is gone. @param {Element} root @param {CardMove} move */
function travel(root, { card, from, to }) {
  const start = drawn(root, from), end = drawn(root, to);
  if (!start || !end || start === end) return;
  const [a, b] = [start.getBoundingClientRect(), end.getBoundingClientRect()];
  if (!a.width || !b.width) return; // not shown on a small screen
  const side = Math.min(b.width, b.height) * 0.82, scale = Math.min(a.width, a.height) / Math.min(b.width, b.height);
  const picture = cardPicture(card, { class: "card flight", "aria-hidden": "true" });
  const [left, top] = [middle(b).x - side / 2, middle(b).y - side / 2].map((at) => `${at}px`);
  Object.assign(picture.style, { left, top, width: `${side}px` });
  const by = `${middle(a).x - middle(b).x}px, ${middle(a).y - middle(b).y}px`;
  document.body.append(picture);
  const flight = picture.animate(
    [{ transform: `translate(${by}) scale(${scale})` }, { transform: "none" }], { duration: TRAVEL_MS, easing: EASE });
  flight.finished.finally(() => picture.remove());
  const landed = [...end.querySelectorAll(".lying > g:not(.badge)")].at(-1);
  landed?.animate([{ opacity: 0 }, { opacity: 0 }], TRAVEL_MS);
}

/** @param {DOMRect} box */
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
