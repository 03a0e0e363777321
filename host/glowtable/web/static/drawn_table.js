// The table as a drawing, in millimetres as the printed parts have them. Lights of one pattern share a class, and all
// play in step: eight slots of 128 ms, the steps of the firmware.

import { cardPicture, faceOf, facesLoaded, html, icon, isAlike, patch, show, svg, titleOf, words } from "/static/page.js";

const PITCH = 400 / 6, HALF = 3 * PITCH, CARD = 57;
export const COLOURS = { w: "#fff4dd", o: "#f0a81a", s: "#62bdf2", g: "#12b585", y: "#f6e84c", b: "#2f8fdb", r: "#ef6d12", p: "#d98ab3" };
const SEATS = [[0, 110], [0, -110], [90, 0], [180, 110], [180, -110], [270, 0]]; // side of the table, and along it
const KEYS = [["confirm", "#0d7f60", "check"], ["pass", "#e9e4da", "caret-right"], ["undo", "#b1402c", "arrow-u-up-left"]];
const TABLE_KEYS = [["wrong", "warning"], ["pause", "pause"], ["night", "moon"], ["next", "skip-forward"]];
const DASHES = { b: "0.1 7.4", k: "14 6", f: "4 4" };

const middle = (cell) => [((cell % 6) - 2.5) * PITCH, (Math.floor(cell / 6) - 2.5) * PITCH];
const square = (side, r = 4) => ({ x: -side / 2, y: -side / 2, width: side, height: side, rx: r });

function corners(side, arm) {
  const a = side / 2;
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
    svg("path", { d: `M${x * a} ${y * (a - arm)}V${y * a}H${x * (a - arm)}`, "stroke-width": 5.6, "stroke-linejoin": "round" }));
}

// The ring of light in the gap around a cell: its shape repeats the pattern, so that colour is never alone.
function ring(light) {
  const [colour, pattern] = light;
  if (colour === "-") return null;
  const group = svg("g", { class: `light pattern-${pattern}`, stroke: COLOURS[colour], fill: "none" });
  if (pattern !== "d") group.append(svg("rect", { ...square(60), "stroke-width": 16, opacity: 0.14 }), svg("rect", { ...square(60), "stroke-width": 9, opacity: 0.3 }));
  if (pattern === "p") group.append(...corners(60, 21));
  else group.append(svg("rect", { ...square(60), "stroke-width": pattern === "d" ? 2.6 : pattern === "c" ? 2.6 : 4.6, "stroke-dasharray": DASHES[pattern], "stroke-linecap": DASHES[pattern] && "round" }));
  if (pattern === "c") group.append(svg("rect", { ...square(64.4, 5), "stroke-width": 1.5 }), svg("rect", { ...square(55.4), "stroke-width": 1.5 }));
  if (pattern === "e") group.append(svg("circle", { r: 8, "stroke-width": 3, class: "hole" }), svg("circle", { r: 3.2, "stroke-width": 2, class: "hole" }));
  if (pattern === "p") group.append(svg("path", { d: "M0-7L7 0L0 7L-7 0z", "stroke-width": 2.4, class: "hole" }));
  return group;
}

function pile(cards, size = 54, count = cards.length) {
  const seen = cards.slice(-5), step = Math.min(2.4, 7 / Math.max(1, seen.length - 1));
  const drawn = seen.map((card, n) => {
    const off = (n - (seen.length - 1) / 2) * -step, turn = seen.length > 1 ? [-1.6, 1.2, -0.5, 0.9][n % 4] : 0;
    return svg("g", { transform: `translate(${off - size / 2} ${off - size / 2}) rotate(${turn} ${size / 2} ${size / 2}) scale(${size / CARD})` },
      svg("rect", { x: -0.5, y: 1, width: 58.5, height: 58.2, rx: 3.4, fill: "#000", opacity: 0.33 }),
      svg("use", { href: `#${faceOf(card)}`, width: CARD, height: CARD }));
  });
  return [...drawn, count > 1 ? badge(String(count), 20, 21) : null];
}

function badge(text, x, y) {
  const width = 8 + text.length * 6;
  return svg("g", { transform: `translate(${x} ${y})`, class: "badge" },
    svg("rect", { x: -width / 2, y: -8, width, height: 16, rx: 8 }), svg("text", { y: 4, "text-anchor": "middle" }, text));
}

function label(text) {
  const size = text.length < 3 ? 20 : text.length < 6 ? 15 : 11;
  return svg("text", { class: "label", y: size / 3, "text-anchor": "middle", "font-size": size }, text);
}

// Tokens on a cell, or beside the grid: an icon and how many.
const PILL = { height: 15, size: 11 };
function pills(tokens, right, bottom) {
  let x = right;
  return tokens.map(({ icon: name, amount, text }) => {
    const told = amount === null ? text : String(amount), width = PILL.size + 9 + told.length * 6.8;
    x -= width + 1;
    return svg("g", { class: "token", transform: `translate(${x} ${bottom - PILL.height})` },
      svg("rect", { width, height: PILL.height, rx: PILL.height / 2 }),
      svg("g", { transform: "translate(3 2)" }, icon(name, PILL.size)),
      svg("text", { x: PILL.size + 5, y: 11.5 }, told));
  });
}

// What a screen reader says of a cell.
export function cellName(cell) {
  const lies = cell.cards.length ? cell.cards.map(titleOf).join(", ") : cell.label || words.empty;
  const tokens = cell.tokens.map(toldThing).join(", ");
  return `${cell.name}: ${lies}${tokens ? `; ${tokens}` : ""}${cell.does ? `. ${cell.does.text}` : ""}`;
}

// A card that may be shown at a reader: it is dragged there, or picked up and then put on it.
const dragged = (card, readers) => (Object.keys(readers).length ? { "data-card": card, "data-readers": Object.keys(readers).join(" ") } : {});

function drawCell(cell, number) {
  const [x, y] = middle(number);
  const classes = ["cell", cell.does && "lit", cell.refused && "refused", cell.pointed && "pointed"].filter(Boolean).join(" ");
  return svg("g", { id: `cell-${number}`, class: classes, transform: `translate(${x} ${y})`, role: "button", "data-cell": number,
      "data-does": cell.does?.id || "", ...dragged(cell.cards.at(-1), cell.readers), "data-light": cell.light, tabindex: -1, "aria-label": cellName(cell) },
    svg("rect", { ...square(PITCH - 1, 3), class: "bin" }),
    svg("rect", { ...square(55, 3.5), class: "plate" }),
    ring(cell.light),
    cell.cards.length ? pile(cell.cards) : cell.label && !cell.tokens.length ? label(cell.label) : null,
    cell.tokens.length ? pills(cell.tokens, 28, 28) : null,
    cell.refused ? svg("path", { class: "cross", d: "M-16-16L16 16M16-16L-16 16" }) : null,
    svg("rect", { ...square(PITCH - 2, 4), class: "frame" }),
    cell.does ? svg("title", null, cell.does.text) : null);
}

function podKey(seat, player, withKeys, [key, fill, name], n) {
  const pressed = withKeys && { role: "button", tabindex: 0, "data-seat": seat, "data-key": key, "aria-label": `${player.name}: ${words[key]}` };
  return svg("g", { class: "key", transform: `translate(${(n - 1) * 19.05} 123)`, ...pressed },
    svg("rect", { x: -8.2, y: -9, width: 16.4, height: 16.4, rx: 2.5, fill }),
    svg("g", { transform: "translate(-5 -6.3)", class: key === "pass" ? "dark" : "" }, icon(name, 10)));
}

function pod(seat, player, well, withKeys) {
  const [turn, along] = SEATS[seat], isPerson = player && !player.bot;
  const reader = isPerson && withKeys && { role: "button", tabindex: -1, "aria-label": `${words.reader}: ${player.name}` };
  return svg("g", { class: player ? "pod" : "pod free", transform: `rotate(${turn}) translate(${along} 221) scale(.84)` },
    svg("rect", { x: -35.75, width: 71.5, height: 137.5, rx: 5, class: "shell" }),
    svg("rect", { x: -32.75, y: 3, width: 65.5, height: 92.5, rx: 3, class: "well", "data-reader": player ? seat : null, ...reader }),
    well ? svg("g", { transform: "translate(0 49)" }, pile([well], 57)) : player ? wave() : null,
    svg("rect", { x: -31, y: 100, width: 62, height: 9, rx: 4.5, class: "slot" }),
    player ? podLight(player.light) : null,
    isPerson ? KEYS.map((key, n) => podKey(seat, player, withKeys, key, n)) : null);
}

const wave = () => svg("g", { class: "wave" }, svg("rect", { x: -28.5, y: 20.75, width: 57, height: 57, rx: 3, "stroke-dasharray": "3 3" }),
  svg("path", { d: "M-9 49a12.7 12.7 0 0 1 18 0M-5 53.5a7 7 0 0 1 10 0" }));

function podLight([colour, pattern]) {
  if (colour === "-") return null;
  return svg("g", { class: `light pattern-${pattern}`, fill: COLOURS[colour] },
    svg("rect", { x: -36, y: 94.5, width: 72, height: 20, rx: 10, opacity: 0.16 }),
    svg("rect", { x: -33.5, y: 97.5, width: 67, height: 14, rx: 7, opacity: 0.3 }),
    svg("rect", { x: -30, y: 101, width: 60, height: 7, rx: 3.5 }));
}

// The backs of a hand, beside the keys of its seat; which cards they are only their owner may say.
function tray(seat, name, count) {
  const [turn, along] = SEATS[seat], side = turn % 180 === 90, angle = (turn * Math.PI) / 180;
  const gx = along + (side ? 62 : along > 0 ? 62 : -62), gy = side ? 254 : 290;
  const [x, y] = [gx * Math.cos(angle) - gy * Math.sin(angle), gx * Math.sin(angle) + gy * Math.cos(angle)];
  return svg("g", { class: "tray", transform: `translate(${x} ${y})`, role: "img", "aria-label": `${name}: ${count} ${words.cards}` },
    pile(Array(Math.min(3, count)).fill(""), 44, count));
}

function nameTag(seat, fullName, isBot, isAsked) {
  const [turn, along] = SEATS[seat], side = turn % 180 === 90, angle = (turn * Math.PI) / 180;
  const gx = along + (side ? 0 : along > 0 ? -70 : 70), gy = side ? 279 : 290;
  const x = gx * Math.cos(angle) - gy * Math.sin(angle), y = side ? -54 : gx * Math.sin(angle) + gy * Math.cos(angle);
  const name = fullName.length > 10 ? `${fullName.slice(0, 9)}…` : fullName;
  return svg("g", { class: isAsked ? "name asked" : "name", transform: `translate(${x} ${y})` },
    svg("rect", { x: -36, y: -18, width: 72, height: 36, rx: 10 }),
    svg("text", { y: -2, "text-anchor": "middle", class: "who" }, name),
    svg("text", { y: 12, "text-anchor": "middle" }, isAsked ? words.to_act : isBot ? words.bot : `${words.seat} ${seat + 1}`));
}

function tableKeys() {
  return svg("g", { class: "table-keys", transform: "translate(262 318)" }, svg("rect", { x: -56, y: -14, width: 112, height: 28, rx: 5, class: "shell" }),
    TABLE_KEYS.map(([key, name], n) => svg("g", { class: "key", role: "button", tabindex: 0, "data-seat": -1, "data-key": key, "aria-label": words[key], transform: `translate(${(n - 1.5) * 26} 0)` },
      svg("rect", { x: -9, y: -9, width: 18, height: 18, rx: 3, fill: "#e9e4da" }), svg("g", { transform: "translate(-6 -6)", class: "dark" }, icon(name, 12)))));
}

// -- what lies beside the grid: three places of the table's corners, or on a small screen a list below it

const CORNERS = [[-337, -337], [147, -337], [-337, 212]], ROOM = [190, 118], TITLE = 16, WORD = 11;
export const toldThing = ({ text, card, amount }) => [text, card && card !== text ? titleOf(card) : "", amount === null ? "" : `× ${amount}`].filter(Boolean).join(" ");

// As large as so many fit.
function fit(count, [width, height]) {
  const sizes = Array.from({ length: count }, (_, n) => [n + 1, Math.min(width / (n + 1) - 4, (height - TITLE) / Math.ceil(count / (n + 1)) - WORD - 2)]);
  const [columns, size] = sizes.reduce((best, each) => (each[1] > best[1] ? each : best));
  return [columns, Math.min(size, 52)];
}

function zoneAt(zone, n) {
  const [left, top] = CORNERS[n], [columns, size] = fit(zone.things.length, ROOM), wide = Math.max(size + 4, 0);
  const shift = (ROOM[0] - Math.min(columns, zone.things.length) * wide) / 2;
  return svg("g", { class: "zone", transform: `translate(${left} ${top})`, role: "group", "aria-label": zone.title },
    svg("text", { class: "zone-title", x: ROOM[0] / 2, y: 11, "text-anchor": "middle" }, zone.title),
    zone.things.map((thing, at) => thingAt(thing, shift + (at % columns) * wide + wide / 2, TITLE + Math.floor(at / columns) * (size + WORD + 2) + size / 2, size, zone.title)));
}

function thingAt(thing, x, y, size, title) {
  const canDrag = Object.keys(thing.readers).length > 0;
  const pressed = thing.choice || canDrag ? { role: "button", tabindex: 0, "data-choice": thing.choice || null, ...dragged(thing.card, thing.readers) } : { role: "img" };
  const most = Math.floor((size + 2) / 6.4), isSaid = [thing.card, title].includes(thing.text) || (thing.card === null && thing.amount !== null); // by the card, its place or its icon
  const word = thing.text.length > most ? `${thing.text.slice(0, Math.max(1, most - 1))}…` : thing.text;
  return svg("g", { class: thing.choice || canDrag ? "thing lit" : "thing", transform: `translate(${x} ${y})`, ...pressed, "aria-label": toldThing(thing) },
    svg("title", null, toldThing(thing)),
    thing.card === null ? svg("g", { class: "disc" }, svg("circle", { r: size * 0.4 }), svg("g", { transform: `translate(${-size * 0.26} ${-size * 0.26})` }, icon(thing.icon, size * 0.52))) : pile([thing.card], size),
    thing.amount === null ? null : badge(String(thing.amount), size * 0.33, size * 0.36),
    svg("rect", { ...square(size + 2, 4), class: "frame" }),
    isSaid ? null : svg("text", { class: "thing-word", y: size / 2 + WORD - 2, "text-anchor": "middle" }, word));
}

export const zoneList = (page) => page.zones.map((zone) => [html("h2", null, zone.title),
  html("ul", { class: "things" }, zone.things.map((thing) => html("li", null, html(thing.choice ? "button" : "span", { "data-choice": thing.choice || null },
    thing.card === null ? icon(thing.icon, 30) : cardPicture(thing.card, { "aria-hidden": "true", role: null }),
    html("span", null, thing.text, thing.amount === null ? "" : ` × ${thing.amount}`)))))]);

export const asked = (page, seat) => page.asked.some((each) => each.seat === seat);

// The children of a group, one for each entry; only those whose entry is not what is shown are drawn again, and those that
// mean what they meant stay the same nodes.
const shownIn = new WeakMap();
function refresh(group, make, entries) {
  const before = shownIn.get(group) || [], texts = entries.map((entry) => JSON.stringify([facesLoaded, ...entry]));
  texts.forEach((text, n) => {
    if (n >= group.children.length) group.append(make(...entries[n]));
    else if (text !== before[n]) redraw(group.children[n], make(...entries[n]));
  });
  while (group.children.length > entries.length) group.lastElementChild.remove();
  shownIn.set(group, texts);
}

const redraw = (old, fresh) => (isAlike(old, fresh) ? patch(old, fresh) : old.replaceWith(fresh));

const coordinate = (x, y, text) => svg("text", { class: "coordinate", x, y }, text);
const coordinates = ({ rows, columns }) => [0, 1, 2, 3, 4, 5].flatMap((n) => [-1, 1].flatMap((side) => [
  [side * (HALF + 7), (n - 2.5) * PITCH + 3.5, rows[n]], [(n - 2.5) * PITCH, side * (HALF + 7) + 3.5, columns[n]]]));

// What never changes, and an empty group for each kind of what does.
function layOut(root, withKeys) {
  const group = (part) => svg("g", { "data-part": part });
  root.replaceChildren(
    svg("rect", { x: -343, y: -343, width: 686, height: 686, rx: 26, class: "top-board" }), group("pods"),
    svg("rect", { x: -HALF - 14, y: -HALF - 14, width: 2 * HALF + 28, height: 2 * HALF + 28, rx: 6, class: "wood" }),
    svg("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, class: "bin" }),
    group("coordinates"), svg("g", { id: "grid", "data-part": "grid", role: "group", "aria-label": words.table }), group("names"), group("trays"), group("zones"),
    withKeys ? tableKeys() : "");
}

export function drawTable(root, page, withKeys) {
  if (!root.firstElementChild) layOut(root, withKeys);
  const part = (name) => root.querySelector(`[data-part=${name}]`), grid = part("grid");
  const focused = document.activeElement?.dataset?.cell, chosen = document.activeElement?.closest?.(".thing")?.dataset.choice;
  const sat = page.players.map((player, seat) => [seat, player]), turned = (seat) => (page.turned?.reader === seat ? page.turned.card : null);
  refresh(part("pods"), pod, Array.from({ length: 6 }, (_, seat) => [seat, page.players[seat], turned(seat), withKeys]));
  refresh(part("coordinates"), coordinate, coordinates(page));
  refresh(grid, drawCell, page.cells.map((cell, number) => [cell, number]));
  refresh(part("names"), nameTag, sat.map(([seat, player]) => [seat, player.name, player.bot, asked(page, seat)]));
  refresh(part("trays"), tray, sat.filter(([, player]) => player.tray).map(([seat, player]) => [seat, player.name, player.tray]));
  refresh(part("zones"), zoneAt, page.zones.slice(0, CORNERS.length).map((zone, n) => [zone, n]));
  const list = document.getElementById("zones");
  if (list) {
    show(list, zoneList(page));
    list.hidden = !page.zones.length;
  }
  root.style.setProperty("--bright", String(0.35 + (0.65 * page.brightness) / 100));
  for (const cell of grid.querySelectorAll("[tabindex='0']")) cell.setAttribute("tabindex", -1);
  const first = focused !== undefined ? grid.children[focused] : grid.querySelector(".lit") || grid.firstChild;
  first.setAttribute("tabindex", 0);
  if (focused !== undefined) first.focus();
  if (chosen) root.querySelector(`.thing[data-choice="${chosen}"]`)?.focus();
  requestAnimationFrame(() => playInStep(root));
}

// All lights are in the same slot, though they were drawn at different moments. Only before a frame is painted is there
// no harm in asking for animations, which works out all styles.
function playInStep(root) {
  for (const playing of root.getAnimations({ subtree: true })) playing.startTime = 0;
}
