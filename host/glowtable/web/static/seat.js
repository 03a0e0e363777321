// A seat's own page, on the device of its player: what to do now, pictures of it, and one button at the thumb.

import {
  about, backButton, botButtons, byId, cardButtons, cardPicture, countDrawing, follow, forget, html, icon,
  isOfOtherStage, keep, kept, language, languageChoice, markTaps, nearest, seatAsked, sendOne, show, showNote,
  silentPicture, svg, words,
} from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { gridPicture, inTile, pictures, playerRow } from "/static/pictures.js";
import { isOver, resultHead, resultLines } from "/static/side.js";

const STILL_MS = 120_000; // after so long without a touch the hand covers itself
const LONG = 30, LONGEST = 60; // letters of a headline, in smaller type; what is longer is no headline
const AT_THUMB = 2; // answers beside what stands behind More
/** @type {SeatMoment | null} */
let heard = null;
let isOpen = false, stillTimer = 0, wasMine = false;
let picked = "", pickedAt = ""; // a choice, and the button with which it was chosen: copies of a card do the same
/** Which of its sums is shown, for each kind of step. @type {Record<string, number>} */
const chosenSums = {};

/** @param {SeatMoment} moment */
export function draw(moment) {
  heard = moment;
  const { own, public: page, began } = moment;
  if (!own) return;
  if (seatAsked() === null) setSeat(own.seat);
  if (!page.result || began !== decidedOf) decided = [];
  decidedOf = began;
  forget((name) => name.startsWith("notes") && !name.startsWith(`notes ${began} `));
  const isMine = own.acts || own.answers.length > 0 || own.awaited.length > 0;
  document.title = `${isMine && !isOver(page) ? "● " : ""}${own.name} · Glowtable`;
  byId("name").textContent = own.name;
  byId("players").hidden = false;
  byId("players").className = isMine ? "yours" : "";
  show(byId("players"), playerRow(page, own.seat), html("span", { class: "vh" }, words.score));
  if (isMine && !wasMine) signal();
  wasMine = isMine;
  if (!own.choices.some((choice) => choice.id === picked)) picked = "";
  drawMain(own, page);
  drawFoot(own, page);
  drawSheet(own, page);
  drawReturn(moment);
}

/** How to come back at another address; seen while the host is away, under a fold. @param {SeatMoment} moment */
function drawReturn({ return_code }) {
  byId("return").hidden = !about.lan;
  show(byId("return"), html("details", { class: "box" },
    html("summary", null, words.elsewhere),
    html("p", null, words.elsewhere_note),
    html("p", { class: "code" }, html("b", null, return_code))));
}

function redraw() {
  if (!heard) return;
  draw(heard);
  markTaps();
  countDrawing();
}

// -- what is asked, the hand, the choices

/** @param {SeatPage} own @param {PublicPage} page */
function drawMain(own, page) {
  const { players } = page, uncovered = isUncovered();
  const below = () => [choiceSection(own, page), handSection(own)];
  const shown = () => [
    awaitedSection(own), pictures(own.moment.pictures, players), draftSection(own),
    own.moment.hand_first ? below().reverse() : below(), isUnread(own) ? ownNotes() : null,
  ];
  show(byId("main"),
    isOver(page) ? resultSection(page, own.headline) : askedSection(uncovered ? own : covered(own), page),
    isTurning(own, page) && html("section", { class: "turned" }, gridPicture(page.cells, new Map(), choiceAttributes)),
    uncovered ? shown() : coverButton(),
    isOver(page) ? null : gridSection(own, page));
}

/** What may be chosen, and what is put together, tells of the hand. @param {SeatPage} own @returns {SeatPage} */
const covered = (own) => (own.choices.length || (own.draft.length && own.moment.of_hand)
  ? { ...own, moment: { ...own.moment, head: words.your_turn, help: "" } } : own);

/**
 * What this seat does now, else who acts; the card it is about, large.
 * @param {SeatPage} own @param {PublicPage} page
 */
function askedSection({ acts, answers, moment: { head, help } }, page) {
  const isMine = acts || answers.length > 0;
  const { asked } = page, card = asked[0]?.card, isPrompt = head.length > LONGEST && !help;
  return html("section", { class: card ? "asked lead" : "asked", "aria-live": "polite" },
    lessonLines(page),
    html("h2", { class: head.length > LONG && !isPrompt ? "long" : "" }, isPrompt ? words.your_turn : head),
    (help || isPrompt) && html("p", { class: "help" }, isPrompt ? head : help),
    !isMine && html("p", { class: "mute" }, page.news.at(-1)), // what others did last
    card ? cardPicture(card) : null);
}

/** The step of a led first match. @param {PublicPage} page */
const lessonLines = ({ lesson = [] }) => lesson.length > 0 && html("div", { class: "lesson" },
  lesson.map((text, n) => html(n < lesson.length - 1 ? "small" : "p", null, text)));

/** Whoever has no hand to look at sees the cards on the grid. @param {SeatPage} own @param {PublicPage} page */
const gridSection = (own, page) => !own.hand_size && !own.choices.some((choice) => choice.cell !== null) &&
  page.cells.some(({ cards }) => cards.length)
  ? html("section", null, html("h2", null, words.lying), gridPicture(page.cells, new Map(), choiceAttributes)) : null;

/**
 * While others turn cards over, whoever waits sees the grid above the hand.
 * @param {SeatPage} own @param {PublicPage} page
 */
const isTurning = (own, { cells, result }) => own.hand_size > 0 && !own.acts && !result &&
  cells.some(({ cards }) => cards.at(-1)) && cells.some(({ cards }) => cards.at(-1) === "");

/** @param {PublicPage & { result: Result }} page @param {string} headline */
const resultSection = (page, headline) => [
  html("section", { class: "asked", "aria-live": "polite" },
    lessonLines(page), resultHead(page, headline),
    html("ul", { class: "score", id: "score" }, resultLines(page.result, page.players))),
  !page.lesson?.length && decidedSection(),
];

/** The moments that decided the match that is over, once somebody wants to see them. @type {DecidedMoment[]} */
let decided = [];
let decidedOf = ""; // the match they are of

const decidedSection = () => html("details", { id: "decided", class: "box" },
  html("summary", null, words.decided),
  decided.map(({ said, cells }, n) => html("section", { class: "decided" },
    html("h2", null, `${words.round} ${n + 1}`),
    said.map((text) => html("p", null, text)),
    cells.some(({ cards }) => cards.length) ? gridPicture(cells, new Map(), choiceAttributes) : null)));

async function fetchDecided() {
  const answer = await fetch(`/decided?lang=${language}`);
  if (!answer.ok) return showNote(words.failed);
  decided = await answer.json();
  redraw();
}

document.addEventListener("toggle", ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.id === "decided" && target.open && !decided.length) fetchDecided();
}, true);

/** Where this seat knows no more than others nothing is covered, nor where bots alone play against a learner. */
const isUncovered = () => isOpen || !about.hidden || !heard?.own?.has_secret || Boolean(heard?.public.lesson?.length);

function coverButton() {
  const back = () => svg("svg", { viewBox: "0 0 57 57" }, svg("use", { href: "#f-back" }));
  return html("button", { id: "open", class: "covered", "data-open": true },
    html("span", { class: "fan", "aria-hidden": "true" }, back(), back(), back()),
    html("span", null, words.covered), html("small", null, words.covered_note));
}

/** The hand, in the sets it is sorted into. @param {SeatPage} own */
function handSection(own) {
  if (!own.hand.length && !own.hand_size && !about.hidden) return null;
  const byCard = new Map(own.choices.filter(isOfHand).map((choice) => [choice.card, choice]));
  const taken = new Map(own.draft.map((step) => [step.card, step]));
  const unread = own.hand_size - own.hand.length, sorted = own.moment.pictures.find(({ kind }) => kind === "sets");
  let number = 0;
  /** @param {Card} card */
  const place = (card) => cardInHand(card, `hand-${number++}`, byCard.get(card), taken.get(card));
  return html("section", null,
    html("div", { class: "head" },
      html("h2", null, words.hand),
      html("span", null, `${own.counted}${unread > 0 ? ` · ${unread} ${words.unread}` : ""}`)),
    sorted?.kind === "sets"
      ? html("div", { class: "sets", id: "hand" }, sorted.groups.map(({ title, note, cards }) =>
        html("div", { class: `set of-${Math.min(cards.length, 3)}` }, html("div", { class: "cards" }, cards.map(place)),
          html("p", null, html("b", null, title), note))))
      : html("div", { class: "cards", id: "hand" }, own.hand.map(place)));
}

/**
 * @param {Card} card @param {string} id
 * @param {OwnChoice} [choice] what it can do
 * @param {Step} [step] what it has been put together for
 */
function cardInHand(card, id, choice, step) {
  if (step) {
    const attributes = { id, class: "in", "data-step": step.id, "aria-pressed": "true", "aria-label": step.text };
    return html("button", attributes, silentPicture(card));
  }
  if (!choice) return html("div", null, cardPicture(card, { tabindex: 0 }));
  const isPicked = choice.id === picked && (pickedAt === id || !pickedAt.startsWith("hand-"));
  const pressed = choice.is_step ? {} : { "aria-pressed": String(isPicked) };
  const attributes = { id, class: isPicked ? "can in" : "can", ...taps(choice), ...pressed, "aria-label": choice.text };
  return html("button", attributes, silentPicture(card));
}

/** A choice that is a card to choose, not a cell, and not a tile. @param {OwnChoice} choice */
const isOfHand = (choice) => choice.card && choice.cell === null && !choice.tile;

/** It has words alone. @param {OwnChoice} choice */
const isPlain = ({ is_step, tile, card, cell }) => !is_step && !tile && !card && cell === null;

/**
 * What a touch on a choice does: steps are put together, and what a key at the table does is done at once; all else is
 * chosen first, and done at the thumb.
 * @param {OwnChoice} choice
 * @returns {Record<string, string>} as attributes
 */
const taps = (choice) => (isPlain(choice) && choice.key ? { "data-choice": choice.id } : {
  [choice.is_step ? "data-step" : "data-pick"]: choice.id, "aria-pressed": String(Boolean(isIn(choice))),
});

/** Whether a picture shows what is put together. @param {SeatPage} own */
const showsDraft = ({ moment }) => moment.pictures.some(({ kind }) => kind === "stack" || kind === "sides");

/** What is put together and not yet done: a touch takes a step out again. @param {SeatPage} own */
function draftSection(own) {
  if (!own.draft.length || showsDraft(own)) return null;
  const canClose = own.choices.some((choice) => !choice.is_step);
  return html("section", { class: "draft", id: "draft" },
    html("h2", null, words.draft),
    own.draft.map((step) => html("button", { id: `out-${step.id}`, "data-step": step.id },
      icon("x", 18), html("span", null, step.text))),
    canClose ? null : html("p", { class: "mute" }, words.more_needed));
}

/**
 * What has words alone is answered at the thumb, the way forward first. What cannot stand there is among the tiles,
 * and so are answers with the same key, one for each player.
 * @param {SeatPage} own
 */
function thumbChoices(own) {
  const plain = own.choices.filter(isPlain), keys = plain.map(({ key }) => key);
  const keyed = plain.length > AT_THUMB
    ? plain.filter(({ key }) => key && keys.indexOf(key) === keys.lastIndexOf(key)) : plain;
  return keyed.slice(0, AT_THUMB).sort((one, other) => Number(other.key === "confirm") - Number(one.key === "confirm"));
}

/**
 * Choices by kind: cards as cards, cells as the grid, others as tiles that say what they do.
 * @param {SeatPage} own @param {PublicPage} page
 */
function choiceSection(own, page) {
  const inHand = new Set(own.hand), atThumb = thumbChoices(own);
  /** @param {OwnChoice} choice */
  const isElsewhere = (choice) =>
    (isOfHand(choice) && inHand.has(choice.card)) || atThumb.includes(choice) || (own.draft.length && !choice.is_step);
  const rest = own.choices.filter((choice) => !isElsewhere(choice));
  const groups = [...new Set(rest.map(groupOf))].sort((one, other) => Number(one === CELLS) - Number(other === CELLS));
  if (!rest.length) return null;
  return html("section", { class: "options", id: "choices" },
    groups.map((group) => choiceGroup(rest.filter((choice) => groupOf(choice) === group), own, page)));
}

const CELLS = "cells"; // the grid comes last: it is the largest
/** What stands together. @param {OwnChoice} choice */
const groupOf = ({ kind, tile, is_step, cell }) =>
  (cell !== null ? CELLS : is_step && !tile ? kind : `tiles ${tile?.group || ""}`);

/** @param {OwnChoice[]} group @param {SeatPage} own @param {PublicPage} page */
function choiceGroup(group, own, page) {
  const fewest = own.hand_size ? 5 : 1; // cells for which a grid is drawn
  if (group[0].cell !== null && (group.length >= fewest && !group.every(({ tile }) => tile))) {
    const byCell = new Map(group.map((choice) => [choice.cell, choice]));
    return gridPicture(page.cells, byCell, choiceAttributes, page.asked[0]?.card);
  }
  if (group.length > 3 && group.every((choice) => choice.is_step && !choice.tile)) return stepper(group);
  const title = group[0].tile?.group;
  return [
    title && html("h2", null, title),
    html("div", { class: "tiles-of", "data-many": group.length > 3 },
      group.map((choice) => tileButton(choice, page))),
  ];
}

/** @param {OwnChoice} choice @param {PublicPage} page */
function tileButton(choice, { players, cells }) {
  const { tile } = choice, card = choice.card || (choice.cell !== null && cells[choice.cell].cards.at(-1)) || "";
  if (tile) {
    const named = tile.card ? [choice.text, tile.word, tile.note].filter(Boolean).join(", ") : null;
    return html("button", { ...choiceAttributes(choice), "aria-label": named }, inTile(tile, players));
  }
  if (!card) return html("button", { ...choiceAttributes(choice), "aria-label": null }, html("b", null, choice.text));
  return html("button", choiceAttributes(choice), silentPicture(card));
}

/** @param {OwnChoice} choice @returns {Record<string, string>} */
const choiceAttributes = (choice) => ({
  id: `choice-${choice.id}`, class: isIn(choice) ? "in" : "", ...taps(choice), "aria-label": choice.text,
});

/** It is chosen, or among what is put together. @param {OwnChoice} choice */
const isIn = ({ id }) => id === picked || heard?.own?.draft.some((step) => step.id === id);

/** Of many sums one is shown, and is made less or more. @param {OwnChoice[]} group */
function stepper(group) {
  const kind = group[0].kind, at = Math.min(chosenSums[kind] || 0, group.length - 1);
  return html("div", { class: "stepper", "data-sums": JSON.stringify(group.map(({ id, text }) => ({ id, text }))) },
    html("button", { id: `less-${kind}`, "data-by": -1, "aria-label": words.less }, "−"),
    html("input", {
      id: `sum-${kind}`, type: "range", min: 0, max: group.length - 1, value: at,
      "data-kind": kind, "aria-label": group[at].text,
    }),
    html("button", { id: `more-${kind}`, "data-by": 1, "aria-label": words.more }, "+"),
    html("button", { id: `sum-do-${kind}`, "data-step": group[at].id }, group[at].text));
}

/** Show another sum. @param {HTMLInputElement} range @param {number} wanted */
function setSum(range, wanted) {
  const { kind = "" } = range.dataset;
  /** @type {Meaning[]} */
  const sums = JSON.parse(nearest(range, ".stepper")?.dataset.sums || "[]");
  const at = Math.max(0, Math.min(wanted, sums.length - 1)), button = byId(`sum-do-${kind}`);
  chosenSums[kind] = at;
  range.value = String(at);
  range.setAttribute("aria-label", sums[at].text);
  button.dataset.step = sums[at].id;
  button.textContent = sums[at].text;
}

/** @param {SeatPage} own */
function awaitedSection(own) {
  if (!own.awaited.length) return null;
  return html("section", { class: "options" }, html("h2", null, words.which_card), cardButtons(own.awaited));
}

/** @param {SeatPage} own */
const isUnread = (own) => own.hand_size > own.hand.length;

// For a hand that the table does not read: a sheet of paper that never leaves this device, of this match and this seat.
const notesName = () => `notes ${heard?.began} ${heard?.own?.seat}`;
function ownNotes() {
  const paper = html("textarea", { id: "own-notes", "aria-label": words.own_notes, placeholder: words.own_notes });
  paper.textContent = kept(notesName());
  return paper;
}

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLTextAreaElement) keep(notesName(), target.value);
  else if (target instanceof HTMLInputElement && target.dataset.kind) setSum(target, Number(target.value));
});

// -- the foot, at the thumb

/** @param {SeatPage} own @param {PublicPage} page */
function drawFoot(own, page) {
  byId("foot").hidden = false;
  show(byId("foot"),
    endButtons(own, page),
    isUncovered() && comesOf(own).map((text) => html("p", { class: "comes" }, text)),
    own.answers.length || !isUncovered() ? own.answers.map(answerButton) : thumbButtons(own),
    html("button", { id: "more-open", class: "plain", "data-sheet": "more", "aria-haspopup": "dialog" },
      html("b", { "aria-hidden": "true" }, "⋯"), html("span", null, words.more_sheet)));
}

/** What can be done now: it closes the draft, or was picked. @param {SeatPage} own */
const readyOf = (own) => own.choices.filter((choice) => (own.draft.length ? !choice.is_step : choice.id === picked));

/** What that leads to, where no stack is there to show it. @param {SeatPage} own */
const comesOf = (own) => (showsDraft(own) ? []
  : [...readyOf(own), ...thumbChoices(own)].slice(0, 1).flatMap(({ comes }) => comes));

/** The way forward last, under the thumb. @param {SeatPage} own @returns {Child} */
function thumbButtons(own) {
  if (own.draft.length || picked) return [dropButton(own), readyOf(own).map(doButton)];
  const [first, ...others] = thumbChoices(own), canTap = own.choices.some((choice) => choice !== first);
  const isForward = others.length > 0 || !canTap;
  return [
    others.map((choice) => choiceAnswer(choice, false)),
    first && choiceAnswer(first, isForward),
    !isForward && html("p", { class: "hint" },
      icon("hand-pointing"), html("span", null, first ? words.or_choose : words.choose_one)),
  ];
}

/** @param {Attributes} attributes @param {Child} sign @param {Child[]} text */
const footButton = (attributes, sign, ...text) => html("button", attributes, sign, html("span", null, text));

/** @param {Answer} answer @param {number} n the first is the likely one */
const answerButton = ({ key, text }, n) => footButton(
  { id: `key-${key}`, class: n === 0 && "primary", "data-key": key }, n === 0 ? icon("check") : icon("x", 18), text);

/** @param {OwnChoice} choice @param {boolean} isPrimary */
const choiceAnswer = (choice, isPrimary) => footButton(
  { id: `do-${choice.id}`, class: isPrimary && "primary", "data-choice": choice.id },
  isPrimary && icon("check"), choice.text);

/** @param {OwnChoice} choice */
const doButton = (choice) => choiceAnswer(choice, true);

/** @param {SeatPage} own */
const dropButton = (own) =>
  footButton({ id: "drop", "data-drop": true }, icon("x", 18), own.draft.length ? words.drop_all : words.not_this);

/** What may be done when the match is over. @param {SeatPage} own @param {PublicPage} page */
const endButtons = (own, { lesson }) => own.may_start_next && (lesson?.length ? [
  footButton({ id: "lobby", class: "primary", "data-lobby": true }, icon("house"), words.lobby),
] : [
  footButton({ id: "key-next", class: "primary", "data-key": "next" }, icon("skip-forward"), words.next),
  about.lobby && footButton({ id: "lobby", "data-lobby": true }, icon("stack"), words.other_game),
]);

// -- everything else, a touch away

let sheet = ""; // which is open: "more", "score", or none

/** @param {string} wanted */
function openSheet(wanted) {
  const dialog = byId("sheet", HTMLDialogElement);
  sheet = wanted;
  redraw();
  if (!wanted) dialog.close();
  else if (!dialog.open) dialog.showModal();
}

/** @param {SeatPage} own @param {PublicPage} page */
function drawSheet(own, page) {
  const close = html("button", { id: "sheet-close", class: "plain", "data-sheet": "", "aria-label": words.close },
    icon("x"));
  show(byId("sheet"), sheet && [
    html("header", null, html("h2", null, sheet === "score" ? words.score : words.more_sheet), close),
    sheet === "score" ? scoreLines(page) : moreLines(own, page),
  ]);
}

/** @param {PublicPage} page */
const scoreLines = ({ lines, result }) =>
  html("ul", { class: "score", id: result ? null : "score" }, lines.map((line) => html("li", null, line)));

/** @param {SeatPage} own @param {PublicPage} page */
const moreLines = (own, page) => html("div", { class: "menu" },
  footButton({ id: "key-undo", "data-key": "undo", disabled: !page.may_undo }, icon("arrow-u-up-left"),
    page.may_undo ? words.take_back : words.nothing_back),
  about.hidden && !page.lesson?.length &&
    footButton({ id: "cover", "data-cover": true, disabled: !isOpen }, icon("eye-slash"), words.cover),
  soundButton(),
  html("label", { class: "row" }, words.language, html("select", { id: "language" }, languageChoice())),
  privateSection(own),
  fold("score-fold", words.score, scoreLines(page)),
  fold("news-fold", words.news, html("ol", null, [...page.news].reverse().map((text) => html("li", null, text)))),
  about.learn && html("a", { id: "learn-open", class: "button", href: `/learn?game=${about.learn}` },
    icon("book-open-text"), words.pictures),
  fold("rules-fold", words.rules, html("ul", { class: "quotes" },
    about.rules.map(({ rule, quote }) => html("li", null, html("b", null, rule), " ", quote)))),
  about.lobby && !isOver(page) && [backButton(page, own.seat), leaveSections(own, page)]);

function soundButton() {
  const hasSound = kept("sound") === "on";
  return footButton({ id: "sound", "data-sound": true, "aria-pressed": String(hasSound) },
    icon(hasSound ? "speaker-high" : "speaker-slash"), words.sound);
}

/** @param {string} id @param {string} title @param {Child[]} inside */
const fold = (id, title, ...inside) =>
  html("details", { id, class: "box" }, html("summary", null, title), inside);

/** What only this seat knows besides its cards. @param {SeatPage} own */
const privateSection = (own) => isUncovered() && own.private.length > 0 && html("section", { class: "notes" },
  html("h2", null, words.notes), html("ul", null, own.private.map((line) => html("li", null, line))));

/**
 * Folded away: who lets a bot play on only looks on from then, and who leaves the match ends it for all.
 * @param {SeatPage} own @param {PublicPage} page
 */
const leaveSections = (own, { lesson }) => [
  !lesson?.length && fold("bots-fold", words.bot_plays_on, botButtons(own.seat)),
  fold("lobby-fold", words.lobby, html("p", { class: "mute" }, lesson?.length ? words.unsaved_note : words.lobby_note),
    html("p", { class: "choices" },
      html("button", { id: "lobby-leave", "data-lobby": true }, icon("house"), words.lobby))),
];

// -- the cover

/** @param {boolean} open */
function setOpen(open) {
  isOpen = open;
  coverLater();
  if (!open) document.querySelector("#zoom")?.remove(); // which may show a card of the hand
  redraw();
}

function coverLater() {
  clearTimeout(stillTimer);
  if (isOpen) stillTimer = setTimeout(() => setOpen(false), STILL_MS);
}

document.addEventListener("pointerdown", coverLater);
document.addEventListener("visibilitychange", () => {
  if (isOpen) setOpen(false);
});

// -- what is tapped

const TAPPABLE = [
  "open", "cover", "choice", "step", "pick", "drop", "by", "show", "key", "sound", "lobby", "bot", "back", "sheet",
  "why",
].map((name) => `[data-${name}]`).join();

document.addEventListener("click", (event) => {
  const element = nearest(event.target, TAPPABLE);
  if (!element || element.matches(":disabled")) return;
  stayAwake();
  const { step, pick, drop, by, open, cover, sound, sheet: wanted } = element.dataset;
  if (open !== undefined) setOpen(true);
  else if (wanted !== undefined) openSheet(wanted);
  else if (cover !== undefined) {
    openSheet("");
    setOpen(false);
  }
  else if (sound !== undefined) changeSound();
  else if (by !== undefined) changeSum(element, Number(by));
  else if (pick !== undefined) setPicked(picked === pick && pickedAt === element.id ? "" : pick, element.id);
  else if (drop !== undefined && picked) setPicked("");
  else if (drop !== undefined || step !== undefined) sendOne({ does: "step", id: step || "" }, element);
  else {
    sendOne(tapOf(element), element);
    if (element.id === "key-undo") openSheet(""); // what is asked then is below it
  }
});

/** What only the table can do. @param {HTMLElement} element @returns {Tap} */
function tapOf({ dataset: { lobby, bot, back, of, show: card, choice, key, why } }) {
  if (why !== undefined) return { does: "why", cell: Number(why) };
  if (lobby !== undefined) return { does: "lobby" };
  if (bot !== undefined) return { does: "bot", id: bot, seat: Number(of) };
  if (back !== undefined) return { does: "back", id: back, seat: Number(of) };
  if (card !== undefined) return { does: "show", id: card };
  if (choice !== undefined) return { does: "choose", id: choice };
  return { does: "key", key, seat: key === "next" ? -1 : heard?.own?.seat };
}

function changeSound() {
  keep("sound", kept("sound") === "on" ? "" : "on");
  redraw();
}

/** @param {string} choice @param {string} [at] */
function setPicked(choice, at = "") {
  [picked, pickedAt] = [choice, at];
  redraw();
}

/** @param {HTMLElement} button @param {number} by */
function changeSum(button, by) {
  const range = button.parentElement?.querySelector("input");
  if (range) setSum(range, Number(range.value) + by);
}

function signal() {
  if (kept("sound") !== "on") return;
  navigator.vibrate?.([120, 60, 120]);
  const audio = new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.value = 0.08;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.18);
}

// -- claiming a seat: by the link that brought us here, or by its four words

/** Take a seat, or return the name of the word that says why not. @param {string} secret */
async function claim(secret) {
  const answer = await fetch("/claim", { method: "POST", body: secret });
  /** @type {{ seat: number, wrong?: string }} */
  const { seat, wrong } = await answer.json();
  if (answer.ok) setSeat(seat);
  return wrong;
}

/** @param {number} seat */
const setSeat = (seat) => history.replaceState(null, "", `/seat?seat=${seat}`);

async function claimTyped() {
  const wrong = await claim(byId("code", HTMLInputElement).value);
  if (wrong) showNote(words[wrong]);
  else location.reload();
}

function askForCode() {
  if (heard) showNote(words.lost_seat);
  forget((name) => name.startsWith("notes") && (seatAsked() === null || name.endsWith(` ${seatAsked()}`)));
  if (isOfOtherStage()) { // another sits here now
    sessionStorage.removeItem("stage");
    return location.replace("/");
  }
  heard = null;
  byId("foot").hidden = true;
  byId("players").hidden = true;
  byId("name").textContent = "Glowtable";
  const input = html("input", {
    id: "code", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": words.claim_note,
  });
  show(byId("main"), html("form", { class: "claim", id: "claim" },
    html("h2", null, words.claim),
    html("p", { class: "mute" }, words.claim_note),
    html("p", { class: "mute", id: "claim-where" }, `${words.claim_where} ${words.claim_free}`),
    input,
    html("button", { class: "primary" }, words.claim_do)));
  byId("claim").addEventListener("submit", (event) => {
    event.preventDefault();
    claimTyped();
  });
}

async function begin() {
  const secret = location.hash.slice(1).replaceAll("-", " ");
  history.replaceState(null, "", `/seat${location.search}`);
  if (secret) await claim(secret);
  return follow("seat", { draw, note: showNote, refused: askForCode });
}

begin();
