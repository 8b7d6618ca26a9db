/** A screen or one of its steps, as an address names it. */
export type Place = {
  readonly address: string;
  /** Tells the screen from others: two addresses of one screen, such as /redirect with and without its uid, share it. */
  readonly screen: string;
  /** Tells a step of the screen from others; empty where it has none. */
  readonly step: string;
};

/** An entry of the browser's history. */
export type Entry = Place & {
  /** The place of the entry before the screen's first one; null when that entry is not the portal's. */
  readonly before: Place | null;
  /** The steps of the screen that have entries, from its first one to this. */
  readonly trail: readonly string[];
};

/** The current screen. */
export type Screen = {
  /** Null for one that leaves the address as it is. */
  readonly place: Place | null;
  /** Transient: the next screen replaces its history entry. */
  readonly isTransient: boolean;
  /**
   * It replaces the history entry of the screen that it interrupts, so that Back does not lead into a failure
   * (rule 01).
   */
  readonly replacesEntry: boolean;
};

export type HistoryEvent =
  | { readonly type: 'screen.shown'; readonly screen: Screen }
  /** The browser is at a history entry: at the start, after Back or Forward, or by an address that the person types. */
  | { readonly type: 'entry.reached'; readonly entry: Entry }
  /** A link on the page leads to an address. */
  | { readonly type: 'link.followed'; readonly place: Place };

/** A command for the browser's history. */
export type HistoryCommand =
  | { readonly type: 'entry.push'; readonly entry: Entry }
  | { readonly type: 'entry.replace'; readonly entry: Entry }
  /** Back by so many entries. */
  | { readonly type: 'entry.leave'; readonly entries: number };
