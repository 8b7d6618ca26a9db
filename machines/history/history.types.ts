/** A screen or one of its steps, with its address. */
export type ScreenLocation = {
  readonly address: string;
  /** Identifies the screen. Two addresses of one screen, such as /redirect with and without its uid, have the same value. */
  readonly screenKey: string;
  /** Identifies a step of the screen; empty when it has no steps. */
  readonly step: string;
};

/** An entry of the browser's history. */
export type Entry = ScreenLocation & {
  /** The location of the entry before the first one of this screen; null when that entry is not of the portal. */
  readonly before: ScreenLocation | null;
  /** The steps of the screen that have entries, from its first one to this one. */
  readonly trail: readonly string[];
};

/** The current screen. */
export type ShownScreen = {
  /** Null for a screen that leaves the address as it is. */
  readonly location: ScreenLocation | null;
  /** Transient: the next screen replaces its history entry. */
  readonly isTransient: boolean;
  /**
   * Whether it replaces the history entry of the screen that it interrupts, so that Back does not lead into a failure
   * (rule 01).
   */
  readonly replacesEntry: boolean;
};

export type HistoryEvent =
  | { readonly type: 'screen.shown'; readonly screen: ShownScreen }
  /** The browser is at a history entry: at the start, after Back or Forward, or by an address that the person types. */
  | { readonly type: 'entry.reached'; readonly entry: Entry }
  /** A link on the page leads to an address. */
  | { readonly type: 'link.followed'; readonly location: ScreenLocation };

/** A command for the browser's history. */
export type HistoryCommand =
  | { readonly type: 'entry.push'; readonly entry: Entry }
  | { readonly type: 'entry.replace'; readonly entry: Entry }
  /** Goes back by this number of entries. */
  | { readonly type: 'entry.leave'; readonly entries: number };
