/* Types for `tsc` (tests/typescript.py): no page loads this. What the server sends is in the namespace `Wire`, which is
   made of the server's own records. */

/** What a page looks up by its name is there if its template has it, which no checker knows. */
interface Document {
  getElementById(id: string): any;
}
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element extends HTMLOrSVGElement {
  closest(selectors: string): any;
}
interface UIEvent {
  readonly target: any;
}
interface SubmitEvent {
  readonly target: any;
}

/** Whoever looks for nothing finds it in no list. */
interface Array<T> {
  includes(searched: T | null | undefined, from?: number): boolean;
  indexOf(searched: T | null | undefined, from?: number): number;
}

/** What may stand in an element that `el` of `table/dom.js` makes: nothing is left out, a list is taken apart. */
type Child = Node | string | number | false | null | undefined | readonly Child[];

/** What `el` sets on an element, or listens to. Nothing and false are left out, true is an attribute without a value. */
interface Attributes {
  onclick?: ((event: MouseEvent) => unknown) | null;
  onchange?: (event: Changed) => unknown;
  ontoggle?: (event: Changed) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}

/** That a field has been changed, or a <details> opened. */
interface Changed {
  target: { value: string; checked: boolean; open: boolean };
}

/** What `keep` of `table/dom.js` remembers of an element. */
interface HTMLElement {
  kept?: string | null;
  typed?: Map<string, string>;
}

/** The worker behind the pages, `worker.js`: what is known of pages says nothing of one. */
interface PageWorker {
  kept?: { KEPT: string[]; STATIC: string };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  skipWaiting(): void;
  registration: ServiceWorkerRegistration;
  clients: { matchAll(which: { type: "window" }): Promise<OpenPage[]>; openWindow(url: string): Promise<unknown> };
}

interface WorkerEvent {
  request: Request;
  data: { json(): { title: string; body: string; url: string } };
  notification: Notification;
  waitUntil(done: Promise<unknown>): void;
  respondWith(answer: Promise<Response | undefined>): void;
}

interface OpenPage {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
}

/** A sentence of the server's: `frames.py`. */
interface Sentence {
  text: string;
  tone: string;
  part: string;
  mark?: string;
  article?: string;
}

/** On which side of the screen somebody sits. */
type ScreenSide = "below" | "right" | "above" | "left";

/** Two numbers: a point, a step, a size. */
type Pair = [number, number];

/** A place on the table or on the screen, in tile widths. */
interface Spot {
  x: number;
  y: number;
  angle: number;
}

/** A tile in its place. */
type Place = Wire.Laid;

/** What something covers. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How large something is shown: `scale` px a tile width, and the point of the table in the middle: `table/fit.js`. */
interface Fit {
  scale: number;
  x: number;
  y: number;
}

/** The same of a carro, in an area so `wide` and `high`. `whole`: all of it; else its ends, and `box` is round all of it. */
interface Fitted extends Fit {
  whole: boolean;
  wide: number;
  high: number;
  box?: Box;
}

/** And where on the cloth the middle is, in px: `table/cloth.js`. */
interface View extends Fitted {
  middle: Pair;
}

/** A place in a rack; a tile that is not lifted yet is null, one that is not held any more leaves a gap. */
interface Slot {
  tile: string | null;
  held: boolean;
}

/** What lies in front of somebody: `table/edges.js`. */
interface Rack {
  seat: number;
  backs: number;
  open: string[];
  lifted: boolean;
  size: number;
  over: boolean;
}
type Racks = Partial<Record<ScreenSide, Rack>>;

/** A move that I may make, with its place on the screen where it has one: `table/choice.js`. */
interface Play {
  order: Wire.Order;
  place: Place | null;
}

/** Where a tile would lie: one that is picked, or one of my move that is on its way. */
interface Ghost {
  place: Place;
  order?: Wire.Order;
  pending?: boolean;
}

/** To whom something is said. */
type Audience = Wire.Said["to"];

/** A move as everybody has seen it. */
type Move = Wire.Snapshot["moves"][number];

/** Cards of one colour that somebody has been shown. */
interface Cards extends Wire.CardFacts {
  card: string;
  count: number;
}

type Connection = import("./table/connection.js").Connection;
/** A drawing, by its name. */
type Sign = keyof typeof import("./table/parts/common.js").ICONS;

/** The page of a table, as its parts see it: `table/main.js`. */
interface App {
  connection: Connection;
  code: string;
  lang: string;
  root: HTMLElement;
  settings: import("./table/settings.js").Settings;
  slots: import("./table/slots.js").Slots;
  turnClock: import("./table/clocks.js").TurnClock;
  choice: import("./table/choice.js").Choice;
  advice: import("./table/advice.js").Advice;
  ending: import("./table/ending.js").Ending;
  /** In a first hand: the sentence that is shown now. */
  hint: Wire.Hint | null;
  help: { show(): void; hide(): void; changed?(): void };
  readonly below: number;
  /** By how many quarters the table is turned on this screen. */
  readonly quarters: number;
  readonly mode: "lobby" | "draw" | "play" | "count" | "ended";
  side: { readonly open: boolean; toggle(): void };
  order(order: Wire.AnyOrder, about?: About): Promise<Answer>;
  /** A line under the tiles; null takes it away. */
  say(line: { text: string; article?: string; tone?: string } | null): void;
  explainTurn(): void;
  /** Whether a tile is being carried; and what it means to let go of it here. */
  dragged?: boolean;
  dropAt(event: PointerEvent): Play | null;
  /** What is the carro's of the cloth as it is now, in px; null where there is none. */
  room?(): Box | null;
}

/** What the server answered to an order. */
type Answer = { type: "done"; id: string } | Refused;

interface Refused {
  type: "refused";
  id: string;
  text: string;
  article: string;
  code: string;
}

/** Something happened: what was on the screen before, and what it was. `whole`: everything is new. */
interface Step {
  whole: boolean;
  before: Wire.Snapshot | null;
  events: Wire.Event[];
  said: Sentence[];
}

interface Shows {
  /** After anything changed; a section of the panel says whether it has anything to show. */
  update(): any;
  /** Four times a second, for what changes by itself. */
  tick?(): void;
  step?(step: Step): void;
  refused?(answer: Refused & { order: Wire.AnyOrder; about: About }): void;
}

/** A part of the table's page fills its element and says when it wants to hear. */
type Part = (element: HTMLElement, app: App) => Partial<Shows>;
/** A section of the panel. */
type Section = (host: HTMLElement, app: App) => Shows;

/** What the page remembers of an order while it is on its way. */
interface About {
  /** Where its tile lies on the screen meanwhile, or its two tiles. */
  place?: Place | null;
  ghosts?: Place[] | null;
  /** Whether it is only asked why it cannot be played; whether nobody hears of a refusal. */
  question?: boolean;
  silent?: boolean;
}

/** An order that is not acknowledged yet. */
interface Pending {
  id: string;
  order: Wire.Order;
  about: About;
  resolve(answer: Answer): void;
  at: number;
  meant: Situation;
  sent: number | null;
}

/** Where the match stands, as far as somebody who orders can tell. */
type Situation = { phase?: Wire.Phase; number?: number; moves?: number; hands?: number };

/** The score sheet from a row on: docs/protocol.md. */
interface Sheet {
  sides: string[];
  rows: Wire.Row[];
  totals: number[];
  from: number;
}

/** What the server says over the socket of a table: docs/protocol.md. */
type Frame = { now?: number } & (
  | Joined
  | ({ type: "step" } & Told)
  | Answer
  | { type: "beat"; version: number; n: number }
  | { type: "preparing"; bots: boolean; ready_at?: number }
  | { type: "unsaved" | "saved" | "stopping"; text: string }
);

/** What is told of the table and of the match: all of it on joining, then what has changed. */
interface Told {
  version: number;
  said?: Sentence[];
  view?: Wire.Snapshot;
  events?: Wire.Event[];
  set?: Partial<Wire.Snapshot>;
  add?: Record<string, unknown[]>;
  yours?: Partial<Wire.Snapshot>;
  table?: Wire.TableView;
  waits?: Wire.Awaited[];
  around?: Wire.Event[];
  called?: string[];
  only_end?: Wire.End;
  sheet?: Sheet | null;
  write?: Audience[];
  phrases?: Record<string, string[]>;
  count?: Wire.Count | null;
  question?: Wire.Question | null;
  guide?: Wire.Hint[];
}

interface Joined extends Told {
  type: "joined";
  you: string | null;
  law?: Wire.LawFacts;
  rack?: string[] | null;
  preparing?: boolean;
  ready_at?: number;
  unsaved?: string;
}

/** `kind` is do (the one filled), may (outlined) or quiet (words only); whatever else is an attribute. */
interface ButtonOptions {
  kind?: string;
  key?: string | null;
  sign?: Sign | null;
  off?: boolean;
  [attribute: string]: Attributes[string];
}

/** What a referee is writing down: `table/parts/referee.js`. Nobody is undefined, nobody known is 0. */
interface Writing {
  open: "record" | "correct" | "reserve" | null;
  seat: number | undefined;
  words: string;
  all: boolean;
  found: Wire.FoundInfraction[] | null;
  chosen: Wire.FoundInfraction | null;
  tile: string;
  turn: string;
  touched: boolean;
  noticed: boolean;
  foreseen: Wire.WouldFollow | null;
  problem: { text: string; article: string } | null;
}

/** What the band says: `table/band.js`. */
interface Banner {
  tone: string;
  title: string;
  note: string | { text?: string; article?: string | null; runs?: boolean };
  ring: boolean;
  time: boolean;
  kept: boolean;
  heard: string;
  cards: Cards[];
  buttons: { key: string; label: string; hint?: string }[];
  ends: number[] | null;
  choose?: { end: string | null | undefined; number: number; leaves: number[] }[];
  upright?: boolean;
  end?: string | null;
}

/** A hand of a replay with all that is shown of it: `web/replays`. */
interface PlayedHand {
  hand: number;
  steps: { said: Sentence[]; score: number[]; shown: Wire.StepView; labels: string[][]; asleep: string }[];
  /** By the seat that is below; `below` and `sides` by who looks: all tiles first, then each seat. */
  carros: Record<number, { view: string; pieces: string }>;
  below: number[];
  sides: ScreenSide[][];
  parts: { racks: string; moves: string; deal: string };
  deal: Wire.ToldDeal;
  draw: Wire.ToldDraw | null;
}

/** Which step of which hand of a replay is shown, to whom. */
interface ReplayedAt {
  hand: number;
  move: number;
  view: number;
}

/** What the moves of a hand were worth. */
interface HandWorth {
  turns: Record<number, TurnWorth>;
  sums: { text: string }[];
  note: string;
}

interface TurnWorth {
  mark: string;
  best: boolean;
  options: { move: string; value: string; lost: string; played: boolean }[];
}

/** The hall's clock, as the server tells it (`events/clock_view.py`): when it ends, or what is left while it stands. */
interface HallClock {
  round: number;
  length: number;
  started: boolean;
  warn: number[];
  ends: number | null;
  left: number | null;
  /** Of tables that have more time, or less. */
  more: Record<string, { ends: number | null; left: number | null }>;
}

/** News of an event: what the server answers at `/api/events/ID/news`. */
interface News {
  version: string;
  now: number;
  round: number;
  clock: HallClock | null;
}

/** A screen that follows an event: `live.js`. */
interface Following {
  /** Put a newer page in; whether it could be. */
  show(fresh: Document, told: News): boolean;
  /** Where the newer page is; empty where it cannot be asked for again. */
  address?(): string;
  /** After every answer. */
  heard?(told: News): void;
  /** While the server does not answer. */
  lost?(): void;
  /** How long to wait before the newer page is asked for: a thousand phones do not ask in the same second. */
  rest?(told: News): number;
  /** Whether the page has to stay as it is for now. */
  hold?(): boolean;
  /** How many seconds to wait for news before looking anyway; 0: as long as it takes. */
  every?(): number;
}
