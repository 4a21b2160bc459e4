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

/** What `keep` of `table/dom.js` remembers of an element. */
interface HTMLElement {
  kept?: string | null;
  typed?: Map<string, string>;
}

/** A sentence of the server's: `frames.py`. */
interface Sentence {
  text: string;
  tone: string;
  part: string;
  mark?: string;
  article?: string;
}

/** The page of a table, as its parts see it: `table/main.js`. */
interface App {
  connection: import("./table/connection.js").Connection;
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
  order(order: Wire.AnyOrder, about?: object): Promise<Answer>;
  /** A line under the tiles; null takes it away. */
  say(line: { text: string; article?: string; tone?: string } | null): void;
  explainTurn(): void;
  /** Whether a tile is being carried; and what it means to let go of it here. */
  dragged?: boolean;
  dropAt(event: PointerEvent): any;
  /** What is the carro's of the cloth as it is now, in px; null where there is none. */
  room?(): { left: number; top: number; right: number; bottom: number } | null;
}

/** What the server answered to an order. */
interface Answer {
  type: "done" | "refused";
  id: string;
  text?: string;
  article?: string;
  code?: string;
}

/** Something happened: what was on the screen before, and what it was. `whole`: everything is new. */
interface Step {
  whole: boolean;
  before: Wire.Snapshot | null;
  events: Wire.AnyEvent[];
  said: Sentence[];
}

interface Shows {
  /** After anything changed; a section of the panel says whether it has anything to show. */
  update(): any;
  /** Four times a second, for what changes by itself. */
  tick?(): void;
  step?(step: Step): void;
  refused?(answer: Answer & { order: Wire.AnyOrder; about: any }): void;
}

/** A part of the table's page fills its element and says when it wants to hear. */
type Part = (element: HTMLElement, app: App) => Partial<Shows>;
/** A section of the panel. */
type Section = (host: HTMLElement, app: App) => Shows;

/** An order that is not acknowledged yet. */
interface Given {
  id: string;
  order: any;
  about: any;
  resolve(answer: Answer): void;
  at: number;
  meant: { phase?: Wire.Phase; number?: number; moves?: number; hands?: number };
  sent: number | null;
}

/** The score sheet from a row on: docs/protocol.md. */
interface Sheet {
  sides: string[];
  rows: any[];
  totals: any[];
  from: number;
}

/** `kind` is do (the one filled), may (outlined) or quiet (words only); whatever else is an attribute. */
interface ButtonOptions {
  kind?: string;
  key?: string | null;
  sign?: keyof typeof import("./table/parts/common.js").ICONS | null;
  off?: boolean;
  [attribute: string]: any;
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
  note: any;
  ring: boolean;
  time: boolean;
  kept: boolean;
  heard: string;
  cards: any[];
  buttons: { key: string; label: string; hint?: string }[];
  ends: number[] | null;
  choose?: { end: string; number: number; leaves: number[] }[];
  upright?: boolean;
  end?: string;
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
