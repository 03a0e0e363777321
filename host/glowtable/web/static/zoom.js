// A card, large, with what is printed on it in words and the rule for such cards: by a tap where that means nothing
// else, a finger's long press, the other mouse button, or the key i; while a mouse rests on it, too.

import { cardPicture, html, icon, language, nearest, show, svg, titleOf, words } from "/static/page.js";

const LONG_PRESS_MS = 500, REST_MS = 900, MOVED_PX = 8;
const PRESSED = "button, a, summary, label, [role=button]"; // a tap on one of these means what it does
const cards = /** @type {Map<string, CardInWords>} */ (new Map());
let before = /** @type {Element | null} */ (null); // what had the focus
let pressTimer = 0, restTimer = 0, isSwallowed = false; // the click that follows a long press is no tap
let at = { x: -1, y: -1 }; // where the mouse is
let down = /** @type {PointerEvent | null} */ (null); // where a finger or the mouse was pressed down last

const cardAt = (/** @type {EventTarget | null} */ target) => nearest(target, "[data-face]")?.dataset.face || "";
const opened = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("#zoom[open]"));
const isModal = () => opened()?.inert === false;

/** @param {string} card @returns {Promise<CardInWords | null>} */
async function wordsOf(card) {
  const game = document.querySelector("svg.faces")?.getAttribute("data-game") || "";
  const address = `/card?${new URLSearchParams({ game, card, lang: language })}`;
  const inWords = cards.get(address) || (await fetch(address).then((answer) => answer.ok && answer.json(), () => null));
  if (inWords) cards.set(address, inWords);
  return inWords;
}

/** @param {string} card @param {boolean} isPeek it is gone when the mouse moves, and takes no focus */
async function open(card, isPeek = false) {
  const dialog = html("dialog", { id: "zoom", class: isPeek && "peek", "aria-labelledby": "zoom-title" });
  stopWaiting();
  draw(dialog, card, null);
  document.body.append(dialog);
  before = document.activeElement;
  dialog.inert = isPeek;
  if (isPeek) dialog.show();
  else dialog.showModal();
  dialog.addEventListener("close", () => close(dialog));
  draw(dialog, card, await wordsOf(card));
}

/** @param {HTMLElement} dialog @param {string} card @param {CardInWords | null} inWords */
const draw = (dialog, card, inWords) => show(dialog, html("div", { class: "zoomed" },
  cardPicture(card, { "aria-hidden": "true", "data-face": null }),
  html("div", { class: "described" },
    html("button", { id: "zoom-close", class: "plain", "aria-label": words.close }, icon("x")),
    html("h2", { id: "zoom-title" }, inWords?.title || titleOf(card)),
    inWords?.lines.map((line) => html("p", null, line)),
    inWords && inWords.signs.length > 0 && html("ul", null, inWords.signs.map(signLine)),
    inWords?.rule && html("p", { class: "rule" }, html("b", null, inWords.rule), html("q", null, inWords.quote)))));

/** @param {CardSign} sign */
const signLine = ({ icon: name, ink, letters, shape, word, amount, use }) => html("li", null,
  svg("svg", { viewBox: "-1.2 -1.2 2.4 2.4", width: 34, height: 34, "aria-hidden": "true" },
    svg("path", { d: shape, fill: ink }),
    name && svg("use", { href: `#i-${name}`, x: -0.62, y: -0.62, width: 1.24, height: 1.24, fill: letters })),
  html("span", null, html("b", null, `${amount} ${word}`.trim()), use && html("small", null, use)));

/** The focus is where it was, though that may have been drawn again. @param {HTMLDialogElement} dialog */
function close(dialog) {
  const back = before?.isConnected ? before : document.getElementById(before?.id || "");
  if (!dialog.inert && (back instanceof HTMLElement || back instanceof SVGElement)) back.focus({ preventScroll: true });
  dialog.remove();
}

function stopWaiting() {
  clearTimeout(pressTimer);
  clearTimeout(restTimer);
  if (opened()?.inert) opened()?.remove();
}

/** @type {Record<string, (event: any) => void>} */
const ON = {
  pointerdown(event) {
    stopWaiting();
    [isSwallowed, down] = [false, event];
    if (cardAt(event.target) && event.pointerType !== "mouse") pressTimer = setTimeout(() => {
      isSwallowed = true;
      document.dispatchEvent(new PointerEvent("pointercancel")); // this finger means nothing else any more
      open(cardAt(event.target));
    }, LONG_PRESS_MS);
  },
  pointermove({ target, clientX, clientY, pointerType, buttons }) {
    if (down && Math.hypot(clientX - down.clientX, clientY - down.clientY) <= MOVED_PX) return;
    if (clientX === at.x && clientY === at.y) return; // what is under it was drawn again
    at = { x: clientX, y: clientY };
    stopWaiting();
    if (!cardAt(target) || pointerType !== "mouse" || buttons) return;
    restTimer = setTimeout(() => open(cardAt(target), true), REST_MS);
  },
  pointerup: () => clearTimeout(pressTimer),
  pointercancel: () => clearTimeout(pressTimer),
  click(event) {
    const isTap = cardAt(event.target) && !nearest(event.target, PRESSED), isOver = isSwallowed;
    isSwallowed = false;
    if (isOver) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.target === opened() || nearest(event.target, "#zoom-close")) opened()?.close();
    else if (isTap) open(cardAt(event.target));
  },
  contextmenu(event) {
    const card = cardAt(event.target);
    if (card || isModal()) event.preventDefault();
    if (card) event.stopImmediatePropagation(); // on the table's page it would ask why
    isSwallowed ||= down?.pointerType === "touch"; // a long press by its other name
    if (card && !isModal()) open(card);
  },
  keydown({ key, target, ctrlKey, metaKey, altKey }) {
    stopWaiting();
    isSwallowed = false;
    if (key !== "i" || ctrlKey || metaKey || altKey || isModal()) return;
    const focused = nearest(target, ":focus:not(body, input, textarea)");
    const card = cardAt(focused) || cardAt(focused?.querySelector("[data-face]") || null);
    if (card) open(card);
  },
};

/** From now on, and what was done while this was on its way. @param {Event[]} since */
export function watch(since) {
  document.head.append(html("link", { rel: "stylesheet", href: "/static/zoom.css" }));
  for (const [kind, act] of Object.entries(ON)) document.addEventListener(kind, act, true);
  for (const event of since) ON[event.type]?.(event);
}
