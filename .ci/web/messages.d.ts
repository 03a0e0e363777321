// What the host sends to the pages, and what they send back: for tsc alone, no browser loads it.
// Each interface has the names that its function in host/glowtable/web writes (tests/web/test_page_types.py).

/** A colour and a pattern, a letter each; the colour "-" is dark. */
type Light = string;
/** A card's name, with which faces.svg calls its picture; "" is a back. */
type Card = string;
/** Which readers may be shown a card -> the action that it is there. */
type Readers = Record<string, string>;

// -- the match (outgoing.py)

interface PublicPage {
  game: string;
  phase: string;
  paused: boolean;
  night: boolean;
  asked: Prompt[];
  /** The last ones, the oldest first. */
  moves: Move[];
  players: Player[];
  rows: string[];
  columns: string[];
  cells: Cell[];
  brightness: number;
  zones: Zone[];
  lines: string[];
  turned: TurnedCard | null;
  choices: Choice[];
  awaited: Card[];
  result: Result | null;
  news: string[];
  ailing: string[];
  may_undo: boolean;
  /** Only where there is a lobby: whom each of these seats may be given back to. */
  backs?: Back[];
  /** At the end of a match: who has won how many this evening. */
  evening?: Won[];
  /** In a led first match: which step it is, and what it says. */
  lesson?: string[];
}

interface Back {
  seat: number;
  id: string;
  text: string;
}

/** Of nobody in particular if the seat is -1. */
interface Prompt {
  seat: number;
  text: string;
  /** Which card it is about, "" for none. */
  card: Card;
  verbs: string[];
  /** The ids of choices, what presses on cells do, and keys: "key 0 confirm". */
  options: string[];
}

/** An action that was done, by nobody if the seat is -1. */
interface Move {
  number: number;
  seat: number;
  verb: string;
  text: string[];
  cards: CardMove[];
}

/** A place is a cell, a zone, a reader or a hand: "cell 14"; "" where nobody looks. */
interface CardMove {
  card: Card;
  from: string;
  to: string;
}

interface Player {
  name: string;
  bot: boolean;
  acts: boolean;
  light: Light;
  /** How it stands, in a line that begins with the name; "" if no line is about this player. */
  standing: string;
  tray: number;
  answers: Answer[];
}

interface Answer {
  key: string;
  text: string;
}

interface Cell {
  name: string;
  light: Light;
  label: string;
  cards: Card[];
  readers: Readers;
  tokens: Thing[];
  does: Meaning | null;
  refused: boolean;
  pointed: boolean;
}

/** What a press does. */
interface Meaning {
  id: string;
  text: string;
}

interface Zone {
  title: string;
  things: Thing[];
}

/** A card, or tokens: then the card is null. */
interface Thing {
  text: string;
  card: Card | null;
  icon: string;
  amount: number | null;
  choice: string;
  readers: Readers;
}

interface TurnedCard {
  card: Card;
  reader: number;
}

interface Choice extends Meaning {
  seat: number;
  kind: string;
  key: string;
  cell: number | null;
  card: Card;
}

interface Result {
  ending: string;
  headline: string;
  why: string;
  winners: number[];
  scores: number[];
  ledger: Point[];
}

interface Point {
  seats: number[];
  amount: number;
  text: string;
  rule: string;
  quote: string | null;
}

interface SeatPage {
  seat: number;
  name: string;
  moment: OwnMoment;
  acts: boolean;
  hand: Card[];
  hand_size: number;
  /** "8 cards". */
  counted: string;
  private: string[];
  /** It has cards, or more is said to it alone than that it has none. */
  has_secret: boolean;
  choices: OwnChoice[];
  draft: Step[];
  awaited: Card[];
  headline: string;
  may_start_next: boolean;
  answers: Answer[];
}

interface OwnChoice extends Choice {
  comes: string[];
  is_step: boolean;
  /** How it looks; null: as its card, its cell, or its text. */
  tile: Tile | null;
}

// -- a moment of a seat (moment_page.py)

/** What one does now, or who else acts; a line of help; and pictures. */
interface OwnMoment {
  head: string;
  help: string;
  pictures: Drawing[];
  /** The hand is asked about: other choices come below it. */
  hand_first: boolean;
  /** The game's own headline, which may tell of the hand. */
  of_hand: boolean;
}

type Drawing = SetsDrawing | StackDrawing | SidesDrawing | FactsDrawing;

/** A card, a player (seat, -1 for none) or an icon, its word, and what is to be known of it. */
interface Tile {
  word: string;
  note: string;
  card: Card;
  icon: string;
  seat: number;
  group: string;
  signs: Sign[];
}

interface Sign {
  icon: string;
  ink: string;
  letters: string;
  amount: string;
}

interface SetsDrawing {
  kind: "sets";
  groups: SetDrawing[];
}

interface SetDrawing {
  title: string;
  note: string;
  cards: Card[];
}

interface StackDrawing {
  kind: "stack";
  cards: Card[];
  total: string;
  note: string;
  rows: StackRow[];
}

interface StackRow {
  word: string;
  amount: string;
}

interface SidesDrawing {
  kind: "sides";
  sides: OneSide[];
}

interface OneSide {
  seat: number;
  title: string;
  things: Tile[];
}

interface FactsDrawing {
  kind: "facts";
  title: string;
  facts: Tile[];
}

interface Step extends Meaning {
  card: Card;
}

// -- the lobby (lobby_page.py)

interface LobbyPage {
  games: GameTile[];
  game: string;
  players: LobbyPlayer[];
  most: number;
  bots: string[];
  people: string[];
  options: LobbyOption[];
  as_printed: boolean;
  obstacle: string | null;
  won: Won[];
  offers: Offer[];
  /** What can be done for the table, what is being done ("" if nothing), and how it is set. */
  jobs: string[];
  job: string;
  preferences: Preference[];
}

interface Preference {
  name: string;
  choices: string[];
  value: string;
}

interface GameTile {
  name: string;
  title: string;
  least: number;
  most: number;
  cooperative: boolean;
  age: number;
  minutes: string;
  has_lesson: boolean;
}

interface LobbyPlayer {
  name: string;
  bot: string;
  device: boolean;
}

interface LobbyOption {
  name: string;
  help: string;
  words: string;
  rule: string;
  choices: string[];
  /** What people read for each choice. */
  texts: string[];
  value: string;
}

/** "Ann 2 of 3". */
interface Won {
  name: string;
  won: number;
  played: number;
  text: string;
}

interface Offer {
  match: number;
  title: string;
  players: string[];
  started: string;
  /** "12 moves". */
  moves: string;
}

// -- moments: what each kind of page gets (broadcast.py)

interface Moment {
  n: number;
}

interface BoardMoment extends Moment {
  public: PublicPage;
  claimed: number[];
  /** The seat that this device had until a bot took over. */
  left?: number;
  /** How this device gets the seat under whose name it sat in the lobby before the match was resumed. */
  missed?: string;
  /** On a board while a seat is free: at which hosts phones may claim it, with its code. */
  hosts?: string[];
}

interface TableMoment extends BoardMoment {
  phone_hosts: string[];
  claims: Record<string, string>;
}

interface SeatMoment extends BoardMoment {
  own: SeatPage | null;
  began: string;
  /** The words with which this device has its seat again at another address. */
  return_code: string;
}

interface LobbyMoment extends Moment {
  public: LobbyPage;
  you: number | null;
  host: boolean;
  may: boolean;
  hosts: string[];
}

interface MakerMoment extends Moment {
  maker: MakerPage;
}

// -- the table as its maker sees it (maker_page.py)

interface MakerPage {
  port: string;
  link: string;
  hello: Hello | null;
  counts: Record<string, number>;
  table_counts: Record<string, number> | null;
  frames: Frame[];
  lights: Light[];
  brightness: number;
  names: string[];
  down: number[];
  readers: number[];
  key: LastKey | null;
  table_seat: number;
  touched: Times;
  sent: Times;
  taken: Times;
  wizard?: Wizard;
  report?: Finding[];
  has_lobby?: boolean;
}

interface Hello {
  protocol: number;
  version: string;
  build: string;
  cells: string;
  readers: string;
  pixels: number;
  settings: string;
  reset_cause: number;
  trouble: string;
}

interface Frame {
  at_ms: number;
  out: boolean;
  text: string;
}

interface LastKey {
  seat: number;
  key: string;
}

interface Times {
  bars: number[];
  up_to: number[];
  median: number | null;
  p95: number | null;
}

interface Wizard {
  message: string;
  said: string | null;
  title: string;
  is_question: boolean;
  is_twin: boolean;
}

interface Finding {
  part: string | null;
  verdict: string | null;
  text: string;
}

// -- the journal's matches (past.py)

interface ListedMatch {
  match: number;
  game: string;
  players: string[];
  started: string;
  result: string[];
}

interface PastMoment {
  at: number;
  last: number;
  /** The moves that ended a round. */
  ends: number[];
  said: string[];
  public: PublicPage;
}

/** A moment that decided a match, and what lay on each cell then. */
interface DecidedMoment {
  at: number;
  said: string[];
  cells: { name: string, cards: Card[] }[];
}

interface Statistics {
  matches: number;
  unknown: number;
  abandoned: number;
  people: Figures[];
  games: Figures[];
  seats: Figures[];
  bots: Figures[];
}

interface Figures {
  name: string | number;
  played: number;
  won: number;
  unknown: number;
  streak: number | null;
  longest_streak: number | null;
  shortest: number | null;
  longest: number | null;
  average: number | null;
  minutes: number | null;
}

// -- what does not change during a match (server.py `_words`; in a match outgoing.py `about_page`)

interface About {
  title: string;
  /** The game's name if there are pictures to learn it from, else "". */
  learn: string;
  names: string[];
  hidden: boolean;
  lobby: boolean;
  legend: string;
  help: string;
  options: AboutOption[];
  rules: Quote[];
  lan: boolean;
  stage: string;
}

interface AboutOption {
  name: string;
  value: string;
  help: string;
  rule: string;
  words: string;
}

interface Quote {
  rule: string;
  quote: string;
}

// -- what pages send (incoming.py), and how it is answered

interface Tap {
  does: string;
  cell?: number;
  seat?: number;
  key?: string;
  id?: string;
}

/** A beat says the host's time; a note with a tap's number says why that was refused. */
interface Notice {
  beat?: number;
  tap?: number;
  note?: string;
}

// -- how to play (learn.py)

interface Teaching {
  name: string;
  title: string;
  games: TaughtGame[];
  steps: TaughtStep[];
}

interface TaughtGame {
  name: string;
  title: string;
}

interface TaughtStep {
  head: string;
  text: string;
  parts: TaughtPart[];
}

/** Cells, or things in a row, or lines: the others are empty. */
interface TaughtPart {
  rows: string[];
  columns: string[];
  cells: TaughtCell[];
  items: TaughtItem[];
  lines: string[];
}

interface TaughtCell {
  name: string;
  light: Light;
  label: string;
  cards: Card[];
}

/** Without a card: tokens, or a name. */
interface TaughtItem {
  text: string;
  card: Card | null;
  icon: string;
}

// -- inside the pages

/** What html() and svg() put into an element. */
type Child = Node | string | number | false | null | undefined | Child[];
type Attributes = Record<string, string | number | boolean | null | undefined> | null;

/** What a page does with what it hears. */
interface Follower<M extends Moment> {
  draw(moment: M): void;
  note(text: string): void;
  refused?(code: number): void;
  isOver?(): boolean;
}

/** A tap that waits for its answer: the element that was tapped, and whether it already shows that it waits. */
interface SentTap {
  number: number;
  element: Element | null;
  id: string;
  isSlow: boolean;
}

interface Document {
  /** How often the page was drawn. */
  drawn?: number;
}

// -- a card in words (learn.py)

interface CardInWords {
  title: string;
  lines: string[];
  signs: CardSign[];
  /** Of the sheet; "" if it has none for such cards, and its words in this language. */
  rule: string;
  quote: string;
}

/** Its colours as CSS has them, its shape as a path around 0 0. */
interface CardSign {
  icon: string;
  ink: string;
  letters: string;
  shape: string;
  word: string;
  amount: string;
  /** What it is for, "" if its word says that. */
  use: string;
}
