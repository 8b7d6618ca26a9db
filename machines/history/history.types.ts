/** The location of a screen, or of a step of a screen. */
export type ScreenLocation = {
  readonly address: string;
  /** Identifies the screen. Two addresses of the same screen, such as /redirect with and without `uid`, have the same key. */
  readonly screenKey: string;
  /** Identifies a step of the screen; empty when the screen has no steps. */
  readonly step: string;
};

/** An entry of the browser's history. */
export type Entry = ScreenLocation & {
  /** The location of the entry before the first entry of this screen; null when the portal did not write that entry. */
  readonly before: ScreenLocation | null;
  /** The steps of the screen that have entries, from the first step to the step of this entry. */
  readonly trail: readonly string[];
};

/** The screen that the portal shows. */
export type ShownScreen = {
  /** Null for a screen that does not change the address. */
  readonly location: ScreenLocation | null;
  /** Whether the next screen replaces the history entry of this screen. */
  readonly isTransient: boolean;
  /**
   * Whether this screen replaces the history entry of the screen that it interrupts, so that Back does not lead into a
   * failure (rule 01).
   */
  readonly replacesEntry: boolean;
};

export type HistoryEvent =
  | { readonly type: 'screen.shown'; readonly screen: ShownScreen }
  /** The browser is at a history entry: at the start, after Back or Forward, or by an address that the person types. */
  | { readonly type: 'entry.reached'; readonly entry: Entry }
  /** The person follows a link on the page. */
  | { readonly type: 'link.followed'; readonly location: ScreenLocation };

/** A command for the browser's history. */
export type HistoryCommand =
  | { readonly type: 'entry.push'; readonly entry: Entry }
  | { readonly type: 'entry.replace'; readonly entry: Entry }
  /** Goes back by this number of entries. */
  | { readonly type: 'entry.leave'; readonly entries: number };
