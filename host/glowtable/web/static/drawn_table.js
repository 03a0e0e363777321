// The table as a drawing, in millimetres as the printed parts have them. Lights of one pattern share a class, and all
// play in step: eight slots of 128 ms, the steps of the firmware.

import {
  facesLoaded, faceOf, html, icon, isAlike, nearest, patch, readable, show, silentPicture, svg, titleOf, byId, words,
} from "/static/page.js";
import { markedCells, showMoves } from "/static/motion.js";

const PITCH = 400 / 6, HALF = 3 * PITCH, CARD = 57;
/** @type {Record<string, string>} */
export const COLOURS = {
  w: "#fff4dd", o: "#f0a81a", s: "#62bdf2", g: "#12b585", y: "#f6e84c", b: "#2f8fdb", r: "#ef6d12", p: "#d98ab3",
};
/** The side of the table, and how far along it. @type {[turn: number, along: number][]} */
const SEATS = [[0, 110], [0, -110], [90, 0], [180, 110], [180, -110], [270, 0]];
/** @typedef {[key: string, fill: string, icon: string]} SeatKey */
/** @type {SeatKey[]} */
const KEYS = [
  ["confirm", "#0d7f60", "check"], ["pass", "#e9e4da", "caret-right"], ["undo", "#b1402c", "arrow-u-up-left"],
];
const TABLE_KEYS = [["wrong", "warning"], ["pause", "pause"], ["night", "moon"], ["next", "skip-forward"]];
/** @type {Record<string, string>} */
const DASHES = { b: "0.1 7.4", k: "14 6", f: "4 4" };

/** @param {number} x @param {number} y */
const at = (x, y) => `translate(${x} ${y})`;
/** @param {number} side @param {number} [radius] */
const square = (side, radius = 4) => ({ x: -side / 2, y: -side / 2, width: side, height: side, rx: radius });

/**
 * A rectangle whose middle is at x = 0.
 * @param {number} y @param {number} width @param {number} height @param {number} radius
 * @param {Attributes} [attributes]
 */
const bar = (y, width, height, radius, attributes) =>
  svg("rect", { x: -width / 2, y, width, height, rx: radius, ...attributes });

// -- lights

/**
 * The ring of light in the gap around a cell: its shape repeats the pattern, so that colour is never alone.
 * @param {Light} light
 */
export function ring([colour, pattern]) {
  if (colour === "-") return null;
  return svg("g", { class: `light pattern-${pattern}`, stroke: COLOURS[colour], fill: "none" },
    pattern === "d" ? null : [glow(16, 0.14), glow(9, 0.3)],
    pattern === "p" ? corners(60, 21) : outline(pattern),
    signs[pattern]?.());
}

/** @param {number} width @param {number} opacity */
const glow = (width, opacity) => svg("rect", { ...square(60), "stroke-width": width, opacity });

/** @param {string} pattern */
const outline = (pattern) => svg("rect", {
  ...square(60),
  "stroke-width": "dc".includes(pattern) ? 2.6 : 4.6,
  "stroke-dasharray": DASHES[pattern],
  "stroke-linecap": DASHES[pattern] && "round",
});

/** @param {number} side @param {number} arm */
function corners(side, arm) {
  const half = side / 2;
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => svg("path", {
    d: `M${x * half} ${y * (half - arm)}V${y * half}H${x * (half - arm)}`,
    "stroke-width": 5.6, "stroke-linejoin": "round",
  }));
}

/** What some patterns have besides. @type {Record<string, () => SVGElement[]>} */
const signs = {
  c: () => [
    svg("rect", { ...square(64.4, 5), "stroke-width": 1.5 }),
    svg("rect", { ...square(55.4), "stroke-width": 1.5 }),
  ],
  e: () => [
    svg("circle", { r: 8, "stroke-width": 3, class: "hole" }),
    svg("circle", { r: 3.2, "stroke-width": 2, class: "hole" }),
  ],
  p: () => [svg("path", { d: "M0-7L7 0L0 7L-7 0z", "stroke-width": 2.4, class: "hole" })],
};

/** @param {Light} light */
function podLight([colour, pattern]) {
  if (colour === "-") return null;
  return svg("g", { class: `light pattern-${pattern}`, fill: COLOURS[colour] },
    bar(94.5, 72, 20, 10, { opacity: 0.16 }), bar(97.5, 67, 14, 7, { opacity: 0.3 }), bar(101, 60, 7, 3.5));
}

// -- cards and tokens

/** The topmost cards, and how many there are. @param {Card[]} cards */
function pile(cards, size = 54, count = cards.length) {
  const seen = cards.slice(-5), step = Math.min(2.4, 7 / Math.max(1, seen.length - 1));
  const drawn = seen.map((card, n) => {
    const shift = (n - (seen.length - 1) / 2) * -step - size / 2;
    const turn = seen.length > 1 ? [-1.6, 1.2, -0.5, 0.9][n % 4] : 0;
    return svg("g", { transform: `${at(shift, shift)} rotate(${turn} ${size / 2} ${size / 2}) scale(${size / CARD})` },
      svg("rect", { x: -0.5, y: 1, width: 58.5, height: 58.2, rx: 3.4, fill: "#000", opacity: 0.33 }),
      svg("use", { href: `#${faceOf(card)}`, width: CARD, height: CARD }));
  });
  return [...drawn, count > 1 ? badge(String(count), 20, 21) : null];
}

/** @param {string} text @param {number} x @param {number} y */
const badge = (text, x, y) => svg("g", { transform: at(x, y), class: "badge" },
  bar(-8, 8 + text.length * 6, 16, 8), svg("text", { y: 4, "text-anchor": "middle" }, text));

/** @param {string} text */
export function label(text) {
  const size = text.length < 3 ? 20 : text.length < 6 ? 15 : 11;
  return svg("text", { class: "label", y: size / 3, "text-anchor": "middle", "font-size": size }, text);
}

const PILL = { height: 15, size: 11, room: 61 };
/** Tokens on a cell, from right to left: an icon and how many; smaller if there is no room. @param {Thing[]} tokens */
function pills(tokens, right = 28, bottom = 28) {
  const captions = tokens.map(({ amount, text }) => (amount === null ? text : String(amount)));
  const widths = captions.map((caption) => PILL.size + 9 + caption.length * 6.8);
  const scale = Math.min(1, PILL.room / widths.reduce((sum, width) => sum + width + 1, 0));
  let x = 0;
  return svg("g", { transform: `${at(right, bottom)} scale(${scale})` }, tokens.map(({ icon: name }, n) => {
    x -= widths[n] + 1;
    return svg("g", { class: "token", transform: at(x, -PILL.height) },
      svg("rect", { width: widths[n], height: PILL.height, rx: PILL.height / 2 }),
      svg("g", { transform: at(3, 2) }, icon(name, PILL.size)),
      svg("text", { x: PILL.size + 5, y: 11.5 }, captions[n]));
  }));
}

/** A thing in words. @param {Thing} thing */
const spokenThing = ({ text, card, amount }) =>
  [text, card && card !== text ? titleOf(card) : "", amount === null ? "" : `× ${amount}`].filter(Boolean).join(" ");

/**
 * A card that may be shown at a reader: it is dragged there, or picked up and then put on it.
 * @param {Card | null | undefined} card @param {Readers} readers
 */
function dragged(card, readers) {
  const seats = Object.keys(readers);
  return seats.length ? { "data-card": card, "data-readers": seats.join(" ") } : {};
}

// -- cells

/** What a screen reader says of a cell. @param {Cell} cell */
function cellName(cell) {
  const lying = cell.cards.length ? cell.cards.map(titleOf).join(", ") : cell.label || words.empty;
  const tokens = cell.tokens.map(spokenThing).join(", ");
  return `${cell.name}: ${lying}${tokens ? `; ${tokens}` : ""}${cell.does ? `. ${cell.does.text}` : ""}`;
}

/** @param {Cell} cell @param {number} number @param {boolean} isMarked the last move ended there */
function drawCell(cell, number, isMarked) {
  const x = ((number % 6) - 2.5) * PITCH, y = (Math.floor(number / 6) - 2.5) * PITCH;
  const classes = ["cell", cell.does && "lit", cell.refused && "refused", cell.pointed && "pointed"];
  const attributes = {
    id: `cell-${number}`, class: classes.filter(Boolean).join(" "), transform: at(x, y), role: "button",
    "data-cell": number, "data-does": cell.does?.id || "", ...dragged(cell.cards.at(-1), cell.readers),
    "data-light": cell.light, tabindex: -1, "aria-label": cellName(cell),
  };
  return svg("g", attributes,
    svg("rect", { ...square(PITCH - 1, 3), class: "bin" }),
    svg("rect", { ...square(55, 3.5), class: "plate" }),
    ring(cell.light),
    cell.cards.length
      ? svg("g", { class: "lying", ...readable(cell.cards.at(-1)) }, pile(cell.cards))
      : cell.label && !cell.tokens.length ? label(cell.label) : null,
    pills(cell.tokens),
    cell.refused ? svg("path", { class: "cross", d: "M-16-16L16 16M16-16L-16 16" }) : null,
    isMarked ? svg("g", { class: "mark" }, corners(63, 12)) : null,
    svg("rect", { ...square(PITCH - 2, 4), class: "frame" }),
    cell.does ? svg("title", null, cell.does.text) : null);
}

// -- seats

/**
 * @param {number} seat
 * @param {Player | undefined} player nobody sits at the seats behind the last player
 * @param {Card | null} card which lies on its reader
 * @param {boolean} canPress
 */
function pod(seat, player, card, canPress) {
  const [turn, along] = SEATS[seat], isPerson = player && !player.bot;
  const pressed = isPerson && { role: "button", tabindex: -1, "aria-label": `${words.reader}: ${player.name}` };
  const transform = `rotate(${turn}) ${at(along, 221)} scale(.84)`;
  return svg("g", { class: player ? "pod" : "pod free", transform },
    bar(0, 71.5, 137.5, 5, { class: "shell" }),
    bar(3, 65.5, 92.5, 3, { class: "well", "data-reader": player ? seat : null, ...(canPress && pressed) }),
    card ? svg("g", { transform: at(0, 49), class: "lying", ...readable(card) }, pile([card], CARD))
      : player ? wave() : null,
    bar(100, 62, 9, 4.5, { class: "slot" }),
    player ? podLight(player.light) : null,
    isPerson ? KEYS.map((key, n) => podKey(seat, player, canPress, key, n)) : null);
}

/** @param {number} seat @param {Player} player @param {boolean} canPress @param {SeatKey} key @param {number} n */
function podKey(seat, player, canPress, [key, fill, name], n) {
  const pressed = { role: "button", tabindex: 0, "data-seat": seat, "data-key": key };
  const named = { ...pressed, "aria-label": `${player.name}: ${words[key]}` };
  return svg("g", { class: "key", transform: at((n - 1) * 19.05, 123), ...(canPress && named) },
    bar(-9, 16.4, 16.4, 2.5, { fill }),
    svg("g", { transform: at(-5, -6.3), class: key === "pass" ? "dark" : "" }, icon(name, 10)));
}

// An empty reader.
const wave = () => svg("g", { class: "wave" },
  bar(20.75, 57, 57, 3, { "stroke-dasharray": "3 3" }),
  svg("path", { d: "M-9 49a12.7 12.7 0 0 1 18 0M-5 53.5a7 7 0 0 1 10 0" }));

/** A place as a seat sees it, on the table. @param {number} seat @param {number} x @param {number} y */
function fromSeat(seat, x, y) {
  const angle = (SEATS[seat][0] * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** @param {number} seat */
const isAtSide = (seat) => SEATS[seat][0] % 180 === 90;

/**
 * The backs of a hand, beside the keys of its seat.
 * @param {number} seat @param {string} name @param {number} count
 */
function tray(seat, name, count) {
  const along = SEATS[seat][1];
  const [x, y] = isAtSide(seat) ? fromSeat(seat, along + 62, 254) : fromSeat(seat, along + Math.sign(along) * 62, 290);
  const attributes = { class: "tray", transform: at(x, y), "data-hand": seat, role: "img" };
  return svg("g", { ...attributes, "aria-label": `${name}: ${count} ${words.cards}` },
    pile(Array(Math.min(3, count)).fill(""), 44, count));
}

/** @param {number} seat @param {string} fullName @param {boolean} isBot @param {boolean} isAsked */
function nameTag(seat, fullName, isBot, isAsked) {
  const along = SEATS[seat][1];
  const [x, y] = isAtSide(seat)
    ? [fromSeat(seat, along, 279)[0], -54]
    : fromSeat(seat, along - Math.sign(along) * 70, 290);
  const name = fullName.length > 10 ? `${fullName.slice(0, 9)}…` : fullName;
  return svg("g", { class: isAsked ? "name asked" : "name", transform: at(x, y) },
    bar(-18, 72, 36, 10),
    svg("text", { y: -2, "text-anchor": "middle", class: "who" }, name),
    svg("text", { y: 12, "text-anchor": "middle" },
      isAsked ? words.to_act : isBot ? words.bot : `${words.seat} ${seat + 1}`));
}

const tableKeys = () => svg("g", { class: "table-keys", transform: at(262, 318) },
  bar(-14, 112, 28, 5, { class: "shell" }),
  TABLE_KEYS.map(([key, name], n) => {
    const pressed = { role: "button", tabindex: 0, "data-seat": -1, "data-key": key, "aria-label": words[key] };
    return svg("g", { class: "key", transform: at((n - 1.5) * 26, 0), ...pressed },
      bar(-9, 18, 18, 3, { fill: "#e9e4da" }),
      svg("g", { transform: at(-6, -6), class: "dark" }, icon(name, 12)));
  }));

// -- what lies beside the grid: three places of the table's corners, or on a small screen a list below it

const CORNERS = [[-337, -337], [147, -337], [-337, 212]], ROOM = [190, 118], TITLE = 16, WORD = 11;

/** How many columns of things there are, and how large they are: as large as so many fit. @param {number} count */
function fit(count, [width, height] = ROOM) {
  let best = [0, -Infinity];
  for (let columns = 1; columns <= count; columns++) {
    const size = Math.min(width / columns - 4, (height - TITLE) / Math.ceil(count / columns) - WORD - 2);
    if (size > best[1]) best = [columns, size];
  }
  return [best[0], Math.min(best[1], 52)];
}

/** @param {Zone} zone @param {number} n */
function zoneAt({ title, things }, n) {
  const [left, top] = CORNERS[n], [columns, size] = fit(things.length), width = Math.max(size + 4, 0);
  const start = (ROOM[0] - Math.min(columns, things.length) * width + width) / 2;
  return svg("g", { class: "zone", transform: at(left, top), role: "group", "aria-label": title },
    svg("text", { class: "zone-title", x: ROOM[0] / 2, y: 11, "text-anchor": "middle" }, title),
    things.map((thing, index) => {
      const row = Math.floor(index / columns), x = start + (index % columns) * width;
      return drawThing(thing, at(x, TITLE + row * (size + WORD + 2) + size / 2), size, title);
    }));
}

/** @param {Thing} thing @param {string} transform @param {number} size @param {string} title of its zone */
function drawThing(thing, transform, size, title) {
  const canPress = Boolean(thing.choice) || Object.keys(thing.readers).length > 0;
  const pressed = { role: "button", tabindex: 0, "data-choice": thing.choice || null };
  const role = canPress ? { ...pressed, ...dragged(thing.card, thing.readers) } : { role: "img" };
  const spoken = spokenThing(thing);
  return svg("g", { class: canPress ? "thing lit" : "thing", transform, ...role, "aria-label": spoken },
    svg("title", null, spoken),
    thing.card === null ? disc(thing.icon, size) : svg("g", readable(thing.card), pile([thing.card], size)),
    thing.amount === null ? null : badge(String(thing.amount), size * 0.33, size * 0.36),
    svg("rect", { ...square(size + 2), class: "frame" }),
    thingWord(thing, size, title));
}

/** @param {string} name @param {number} size */
const disc = (name, size) => svg("g", { class: "disc" },
  svg("circle", { r: size * 0.4 }),
  svg("g", { transform: at(-size * 0.26, -size * 0.26) }, icon(name, size * 0.52)));

/**
 * What is written below a thing, unless its card, its zone or its icon says that.
 * @param {Thing} thing @param {number} size @param {string} title
 */
function thingWord({ text, card, amount }, size, title) {
  if (text === card || text === title || (card === null && amount !== null)) return null;
  const most = Math.floor((size + 2) / 6.4);
  const word = text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
  return svg("text", { class: "thing-word", y: size / 2 + WORD - 2, "text-anchor": "middle" }, word);
}

/** @param {Zone[]} zones */
const zoneList = (zones) => zones.map(({ title, things }) => [
  html("h2", null, title),
  html("ul", { class: "things" }, things.map((thing) => html("li", null,
    html(thing.choice ? "button" : "span", { "data-choice": thing.choice || null },
      thing.card === null ? icon(thing.icon, 30) : silentPicture(thing.card),
      html("span", null, thing.text, thing.amount === null ? "" : ` × ${thing.amount}`))))),
]);

// -- the whole table

/** @type {WeakMap<Element, string[]>} */
const shownIn = new WeakMap();
/**
 * Show a child of a group for each entry. Only those whose entry is new are drawn again, and those that mean what they
 * meant stay the same nodes.
 * @template {unknown[]} Entry
 * @param {Element} group @param {(...entry: Entry) => Element} draw @param {Entry[]} entries
 */
function refresh(group, draw, entries) {
  const before = shownIn.get(group) || [], texts = entries.map((entry) => JSON.stringify([facesLoaded, ...entry]));
  texts.forEach((text, n) => {
    if (n >= group.children.length) group.append(draw(...entries[n]));
    else if (text !== before[n]) replace(group.children[n], draw(...entries[n]));
  });
  while (group.children.length > entries.length) group.lastElementChild?.remove();
  shownIn.set(group, texts);
}

/** @param {Element} old @param {Element} fresh */
const replace = (old, fresh) => (isAlike(old, fresh) ? patch(old, fresh) : old.replaceWith(fresh));

/** @param {number} x @param {number} y @param {string} text */
const coordinate = (x, y, text) => svg("text", { class: "coordinate", x, y }, text);

/**
 * The names of rows and columns, at both ends.
 * @param {PublicPage} page
 * @returns {[x: number, y: number, text: string][]}
 */
const coordinates = ({ rows, columns }) => [0, 1, 2, 3, 4, 5].flatMap((n) => [-1, 1].flatMap((side) => {
  const along = (n - 2.5) * PITCH, beside = side * (HALF + 7);
  return [[beside, along + 3.5, rows[n]], [along, beside + 3.5, columns[n]]];
}));

/**
 * What never changes, and an empty group for each kind of what does.
 * @param {Element} root @param {boolean} canPress @param {boolean} hasSeats
 */
function layOut(root, canPress, hasSeats) {
  /** @param {string} part */
  const group = (part) => svg("g", { "data-part": part });
  root.replaceChildren(
    ...(hasSeats ? [svg("rect", { ...square(686, 26), class: "top-board" }), group("pods")] : []),
    svg("rect", { ...square(2 * HALF + 28, 6), class: "wood" }),
    svg("rect", { ...square(2 * HALF, 0), class: "bin" }),
    group("coordinates"),
    svg("g", { id: "grid", "data-part": "grid", role: "group", "aria-label": words.table }),
    ...(hasSeats ? ["names", "trays", "zones"].map(group) : []),
    canPress ? tableKeys() : "");
}

/** @param {PublicPage} page @param {boolean} canPress @param {boolean} hasSeats or the grid alone */
export function drawTable(page, canPress, hasSeats = true) {
  const root = byId("table", SVGSVGElement), focused = nearest(document.activeElement, "[data-cell],.thing")?.dataset;
  if (!root.firstElementChild) layOut(root, canPress, hasSeats);
  drawGrid(root, page);
  if (hasSeats) drawSeats(root, page, canPress);
  const list = document.getElementById("zones");
  if (list) {
    show(list, zoneList(page.zones));
    list.hidden = !page.zones.length;
  }
  root.style.setProperty("--bright", String(0.35 + (0.65 * page.brightness) / 100));
  const grid = byId("grid", SVGGElement);
  if (canPress) setTabStop(grid, focused?.cell);
  else forbidPresses(grid);
  if (focused?.choice) focusOn(root, `.thing[data-choice="${focused.choice}"]`);
  showMoves(document.body, page);
  requestAnimationFrame(() => playInStep(root));
}

/** @param {Element} root @param {string} name @returns {Element} */
const partOf = (root, name) => /** @type {Element} */ (root.querySelector(`[data-part=${name}]`));

/** @param {Element} root @param {PublicPage} page */
function drawGrid(root, page) {
  refresh(partOf(root, "coordinates"), coordinate, coordinates(page));
  const marked = markedCells(page);
  refresh(partOf(root, "grid"), drawCell, page.cells.map((cell, number) => [cell, number, marked.includes(number)]));
}

/** Seats and zones. @param {Element} root @param {PublicPage} page @param {boolean} canPress */
function drawSeats(root, page, canPress) {
  /** @param {number} seat */
  const turned = (seat) => (page.turned?.reader === seat ? page.turned.card : null);
  /** @param {number} seat */
  const isAsked = (seat) => page.asked.some((prompt) => prompt.seat === seat);
  const seated = page.players.map((player, seat) => ({ ...player, seat }));
  refresh(partOf(root, "pods"), pod, SEATS.map((_, seat) => [seat, page.players[seat], turned(seat), canPress]));
  refresh(partOf(root, "names"), nameTag, seated.map(({ seat, name, bot }) => [seat, name, bot, isAsked(seat)]));
  const withTrays = seated.filter((player) => player.tray);
  refresh(partOf(root, "trays"), tray, withTrays.map(({ seat, name, tray: count }) => [seat, name, count]));
  refresh(partOf(root, "zones"), zoneAt, page.zones.slice(0, CORNERS.length).map((zone, n) => [zone, n]));
}

/**
 * The one cell at which the tab key stops: the focused one, a lit one or the first.
 * @param {Element} grid @param {string | undefined} focused
 */
function setTabStop(grid, focused) {
  for (const cell of grid.querySelectorAll("[tabindex='0']")) cell.setAttribute("tabindex", "-1");
  const stop = focused ? grid.children[Number(focused)] : grid.querySelector(".lit") || grid.children[0];
  stop.setAttribute("tabindex", "0");
  if (focused) focusOn(grid, `#${stop.id}`);
}

/** Who only looks on can press nothing. @param {Element} grid */
function forbidPresses(grid) {
  for (const cell of grid.children) {
    cell.removeAttribute("tabindex");
    cell.setAttribute("role", "img");
  }
}

/** @param {Element} root @param {string} selector */
export function focusOn(root, selector) {
  /** @type {SVGElement | null} */
  const element = root.querySelector(selector);
  element?.focus();
}

// All lights are in the same slot, though they were drawn at different moments. Only before a frame is painted is there
// no harm in asking for animations, which works out all styles.
/** @param {Element} root */
function playInStep(root) {
  for (const playing of root.getAnimations({ subtree: true })) playing.startTime = 0;
}
