import { createContext, useContext } from 'react';
import type { EntryMode } from '#machines/id-entry/entry-mode.ts';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import type { Boxes } from '#machines/shared/boxes.ts';

const ENTRY = 'munjigi.draft';

/** Unsent input: the typed ID, how the person identifies, and the check boxes of each method (rule 170). */
type Draft = {
  readonly typed: string;
  /** The ID that filled the field before the person typed. */
  readonly over: string;
  readonly boxes: Readonly<Record<string, Boxes>>;
  /** The page of the redirect whose countdown was stopped. */
  readonly stayedAt: string;
  /** The way to identify, where the service offers both. */
  readonly mode: EntryMode;
};

const EMPTY: Draft = { typed: '', over: '', boxes: {}, stayedAt: '', mode: 'id' };

/** Stores unsent input across reloads, Back and other screens; never codes, passwords, answers or contacts. */
export type Drafts = {
  /** The typed ID that replaces this one; null when none was typed. */
  typedFor(userId: string): string | null;
  saveTyped(typed: string, over: string): void;
  getMode(): EntryMode;
  setMode(mode: EntryMode): void;
  getBoxes(tokenCode: string): Boxes | null;
  saveBoxes(tokenCode: string, boxes: Boxes): void;
  /** Whether the person has stopped the countdown of the current page. */
  isCountdownStopped(): boolean;
  saveStay(): void;
  /** Clears everything at the end of a login, and the check boxes when the person changes. */
  follow(snapshot: PortalSnapshot): void;
};

const isBoxes = (given: unknown): given is Boxes =>
  typeof given === 'object' &&
  given !== null &&
  typeof (given as Boxes).always === 'boolean' &&
  typeof (given as Boxes).alwaysSend === 'boolean';

const textOrEmpty = (given: unknown): string => (typeof given === 'string' ? given : '');

function parseDraft(given: unknown): Draft {
  const { typed, over, boxes, stayedAt, mode } = Object(given) as Partial<Record<keyof Draft, unknown>>;
  const entries = Object.entries(Object(boxes)).filter((entry): entry is [string, Boxes] =>
    isBoxes(entry[1]),
  );
  return {
    typed: textOrEmpty(typed),
    over: textOrEmpty(over),
    boxes: Object.fromEntries(entries),
    stayedAt: textOrEmpty(stayedAt),
    mode: mode === 'passkey' ? mode : 'id',
  };
}

const isOver = (snapshot: PortalSnapshot): boolean =>
  snapshot.matches('return-to-service') || snapshot.matches('session-expiry');

/**
 * @param place the storage of the tab; if the browser blocks it, drafts exist as long as the page
 * @param address path and query of the current page
 */
export function createDrafts(
  place: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  address = () => '',
): Drafts {
  let owner: string | null = null;
  let route: PortalSnapshot['context']['route'] | null = null;
  let draft = EMPTY;
  try {
    draft = parseDraft(JSON.parse(place().getItem(ENTRY) ?? 'null'));
  } catch {
    // Blocked storage, or an invalid entry.
  }

  const saveDraft = (next: Draft): void => {
    draft = next;
    try {
      if (next === EMPTY) place().removeItem(ENTRY);
      else place().setItem(ENTRY, JSON.stringify(next));
    } catch {
      // Blocked or full storage: the draft exists as long as the page.
    }
  };

  return {
    typedFor: (userId) => (draft.typed !== '' && draft.over === userId ? draft.typed : null),
    saveTyped: (typed, over) => saveDraft({ ...draft, typed, over }),
    getMode: () => draft.mode,
    setMode: (mode) => saveDraft({ ...draft, mode }),
    getBoxes: (tokenCode) =>
      Object.hasOwn(draft.boxes, tokenCode) ? (draft.boxes[tokenCode] ?? null) : null,
    saveBoxes: (tokenCode, boxes) => saveDraft({ ...draft, boxes: { ...draft.boxes, [tokenCode]: boxes } }),
    isCountdownStopped: () => draft.stayedAt !== '' && draft.stayedAt === address(),
    saveStay: () => saveDraft({ ...draft, stayedAt: address() }),
    follow(snapshot) {
      const { context } = snapshot;
      const { userId } = context.session.person;
      const isAnother = owner !== null && owner !== '' && owner !== userId;
      // The portal passes through /logout within one step: only the requested route shows it, once.
      const isLogout = context.route !== route && context.route.screen === 'logout';
      owner = userId;
      route = context.route;
      if (draft === EMPTY) return;
      if (isLogout || isOver(snapshot)) saveDraft(EMPTY);
      else if (isAnother) saveDraft({ ...draft, boxes: {} });
    },
  };
}

/** Saves nothing. */
export const NO_DRAFTS: Drafts = {
  typedFor: () => null,
  saveTyped: () => undefined,
  getMode: () => 'id',
  setMode: () => undefined,
  getBoxes: () => null,
  saveBoxes: () => undefined,
  isCountdownStopped: () => false,
  saveStay: () => undefined,
  follow: () => undefined,
};

const DraftsContext = createContext(NO_DRAFTS);

export const DraftsProvider = DraftsContext;

export const useDrafts = (): Drafts => useContext(DraftsContext);
