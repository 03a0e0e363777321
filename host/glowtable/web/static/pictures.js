// What a seat's own page draws of a moment: tiles to choose from, cards in sets, a stack, two sides, facts, the grid.
// A game fills them with data; this module knows none, and no tap.

import { cardPicture, html, icon, silentPicture, svg, words } from "/static/page.js";

/** Whose seat it is: a letter, or that it is a bot's. @param {Player} player */
export const pawn = ({ name, bot }) =>
  html("span", { class: "pawn", "aria-hidden": "true" }, bot ? icon("robot") : [...name][0].toUpperCase());

/** An icon on a disc of its own ink, as cards have it. @param {Sign} sign */
const signPicture = ({ icon: name, ink, letters, amount }) => html("span", { class: "sign" },
  svg("svg", { viewBox: "0 0 32 32", width: 26, height: 26, "aria-hidden": "true" },
    svg("circle", { cx: 16, cy: 16, r: 15, fill: ink, stroke: letters, "stroke-width": 1 }),
    svg("use", { href: `#i-${name}`, x: 7, y: 7, width: 18, height: 18, fill: letters })),
  amount);

/** @param {Sign[]} signs */
const signRow = (signs) => signs.length > 0 && html("span", { class: "signs" }, signs.map(signPicture));

/**
 * What is on a tile: its card, player or icon, and its words.
 * @param {Tile} tile @param {Player[]} players
 */
export const inTile = (tile, players) => [
  tile.card ? silentPicture(tile.card) : tile.seat >= 0 ? pawn(players[tile.seat]) : tile.icon && icon(tile.icon, 34),
  tile.word && html("b", null, tile.word),
  signRow(tile.signs),
  tile.note && html("small", null, tile.note),
];

/** @type {{ [K in Drawing["kind"]]?: (drawing: any, players: Player[]) => Child }} */
const DRAW = {
  /** @param {StackDrawing} stack */
  stack: ({ cards, total, note, rows }) => html("section", { class: "stack-of" },
    html("div", { class: "pile" }, cards.map((card) => cardPicture(card))),
    html("div", { class: "sum" },
      html("p", { class: "total-of" }, total), html("p", { class: "mute" }, note),
      html("dl", null, rows.map(({ word, amount }) => html("div", null,
        html("dt", null, word), html("dd", null, amount)))))),
  /** @param {SidesDrawing} two @param {Player[]} players */
  sides: ({ sides }, players) => html("section", { class: "sides" }, sides.map((side) => html("div", { class: "box" },
    html("h2", null, pawn(players[side.seat]), html("span", null, side.title)),
    html("ul", null, side.things.map((thing) => html("li", null, inTile(thing, players)))),
    side.things.length === 0 && html("p", { class: "mute" }, words.nothing)))),
  /** @param {FactsDrawing} drawing @param {Player[]} players */
  facts: ({ title, facts }, players) => html("section", { class: "facts-of" },
    title && html("h2", null, title),
    html("ul", null, facts.map((fact) => html("li", null, inTile(fact, players))))),
};

/** What a game tells beside hand and choices. @param {Drawing[]} drawings @param {Player[]} players */
export const pictures = (drawings, players) =>
  drawings.map((drawing) => DRAW[drawing.kind]?.(drawing, players));

const COLUMNS = 6;

/**
 * The grid with the topmost cards and the names of its rows and columns; a cell that may be chosen is a button.
 * @param {{ name: string, cards: Card[] }[]} cells @param {Map<number | null, OwnChoice>} byCell
 * @param {(choice: OwnChoice) => Attributes} button
 * @param {Card} [comes] the card that will lie on the cell that is chosen
 */
export function gridPicture(cells, byCell, button, comes) {
  /** @param {string} text */
  const edge = (text) => html("i", { "aria-hidden": "true" }, text);
  return html("div", { class: "grid36" },
    edge(""), cells.slice(0, COLUMNS).map(({ name }) => edge(name.slice(1))),
    cells.map((cell, n) => {
      const card = cell.cards.at(-1), choice = byCell.get(n), attributes = choice && button(choice);
      const seen = comes && attributes?.class === "in" ? comes : card;
      const inside = seen !== undefined && silentPicture(seen); // of a card that lies face down its back
      return [
        n % COLUMNS === 0 && edge(cell.name[0]),
        attributes ? html("button", { ...attributes, "data-lies": card !== undefined }, inside)
          : html("span", { "aria-hidden": "true", "data-why": !card && byCell.size ? n : null }, inside),
      ];
    }));
}

/** Who plays and who acts; all of it opens the score. @param {PublicPage} page @param {number} own */
export function playerRow({ players, result }, own) {
  const letters = players.reduce((sum, { name }, seat) => sum + (seat === own ? 4 : name.length), 0);
  return players.map((player, seat) => {
    const isActing = player.acts && !result, isWinner = result?.winners.includes(seat);
    const kinds = ["chip", isActing && "acts", seat === own && "me"].filter(Boolean).join(" ");
    const name = seat === own ? words.you : player.name;
    return html("span", { class: kinds }, pawn(player), isWinner && icon("trophy", 16),
      html("span", { class: letters > MOST_LETTERS && seat !== own ? "vh" : "" }, name),
      isActing && html("span", { class: "vh" }, words.to_act));
  });
}
const MOST_LETTERS = 26; // of all names together beside each other: of more, pawns stand for them
