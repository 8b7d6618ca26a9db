import { createContext, useContext } from 'react';
import type { EntryMode } from '#machines/id-entry/entry-mode.ts';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import type { Boxes } from '#machines/shared/boxes.ts';

const ENTRY = 'munjigi.draft';

/** Unsent input: the typed ID, how the person identifies, and the check boxes of each method (rule 170). */
type Draft = {
  readonly typed: string;
  /** The ID that filled the field before the person typed. */
  readonly prefilledId: string;
  readonly boxes: Readonly<Record<string, Boxes>>;
  /** The page of the redirect whose countdown was stopped. */
  readonly stayedAt: string;
  /** How the person identifies, where the service offers both ways. */
  readonly mode: EntryMode;
};

const EMPTY: Draft = { typed: '', prefilledId: '', boxes: {}, stayedAt: '', mode: 'id' };

/** Stores unsent input across reloads, Back and other screens; never codes, passwords, answers or contacts. */
export type Drafts = {
  /** The ID that the person has typed over the prefilled `userId`; null if there is none. */
  typedIdFor(userId: string): string | null;
  saveTypedId(typedId: string, prefilledId: string): void;
  getMode(): EntryMode;
  setMode(mode: EntryMode): void;
  getBoxes(tokenCode: string): Boxes | null;
  saveBoxes(tokenCode: string, boxes: Boxes): void;
  /** Whether the person has stopped the countdown of the current page. */
  isCountdownStopped(): boolean;
  saveStoppedCountdown(): void;
  /** Clears everything at the end of a login, and the check boxes when the person changes. */
  follow(snapshot: PortalSnapshot): void;
};

const isBoxes = (value: unknown): value is Boxes =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Boxes).always === 'boolean' &&
  typeof (value as Boxes).alwaysSend === 'boolean';

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

function parseDraft(entry: unknown): Draft {
  const { typed, prefilledId, boxes, stayedAt, mode } = Object(entry) as Partial<
    Record<keyof Draft, unknown>
  >;
  const boxEntries = Object.entries(Object(boxes)).filter((pair): pair is [string, Boxes] =>
    isBoxes(pair[1]),
  );
  return {
    typed: textOrEmpty(typed),
    prefilledId: textOrEmpty(prefilledId),
    boxes: Object.fromEntries(boxEntries),
    stayedAt: textOrEmpty(stayedAt),
    mode: mode === 'passkey' ? mode : 'id',
  };
}

const isLoginOver = (snapshot: PortalSnapshot): boolean =>
  snapshot.matches('return-to-service') || snapshot.matches('session-expiry');

/**
 * @param storage the storage of the tab; if the browser blocks it, drafts exist as long as the page
 * @param address path and query of the current page
 */
export function createDrafts(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  address = () => '',
): Drafts {
  let owner: string | null = null;
  let route: PortalSnapshot['context']['route'] | null = null;
  let draft = EMPTY;
  try {
    draft = parseDraft(JSON.parse(storage().getItem(ENTRY) ?? 'null'));
  } catch {
    // Blocked storage, or an invalid entry.
  }

  const saveDraft = (next: Draft): void => {
    draft = next;
    try {
      if (next === EMPTY) storage().removeItem(ENTRY);
      else storage().setItem(ENTRY, JSON.stringify(next));
    } catch {
      // Blocked or full storage: the draft exists as long as the page.
    }
  };

  return {
    typedIdFor: (userId) => (draft.typed !== '' && draft.prefilledId === userId ? draft.typed : null),
    saveTypedId: (typedId, prefilledId) => saveDraft({ ...draft, typed: typedId, prefilledId }),
    getMode: () => draft.mode,
    setMode: (mode) => saveDraft({ ...draft, mode }),
    getBoxes: (tokenCode) =>
      Object.hasOwn(draft.boxes, tokenCode) ? (draft.boxes[tokenCode] ?? null) : null,
    saveBoxes: (tokenCode, boxes) => saveDraft({ ...draft, boxes: { ...draft.boxes, [tokenCode]: boxes } }),
    isCountdownStopped: () => draft.stayedAt !== '' && draft.stayedAt === address(),
    saveStoppedCountdown: () => saveDraft({ ...draft, stayedAt: address() }),
    follow(snapshot) {
      const { context } = snapshot;
      const { userId } = context.session.person;
      const isOtherPerson = owner !== null && owner !== '' && owner !== userId;
      // The portal leaves /logout immediately: only a new route shows that it was requested.
      const isLogout = context.route !== route && context.route.screen === 'logout';
      owner = userId;
      route = context.route;
      if (draft === EMPTY) return;
      if (isLogout || isLoginOver(snapshot)) saveDraft(EMPTY);
      else if (isOtherPerson) saveDraft({ ...draft, boxes: {} });
    },
  };
}

/** Saves nothing. */
export const NO_DRAFTS: Drafts = {
  typedIdFor: () => null,
  saveTypedId: () => undefined,
  getMode: () => 'id',
  setMode: () => undefined,
  getBoxes: () => null,
  saveBoxes: () => undefined,
  isCountdownStopped: () => false,
  saveStoppedCountdown: () => undefined,
  follow: () => undefined,
};

const DraftsContext = createContext(NO_DRAFTS);

export const DraftsProvider = DraftsContext;

export const useDrafts = (): Drafts => useContext(DraftsContext);
