import { createContext, useContext } from 'react';
import type { EntryMode } from '#machines/id-entry/entry-mode.ts';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import type { Boxes } from '#machines/shared/boxes.ts';

const STORAGE_KEY = 'munjigi.draft';

/** Unsent input, as the storage contains it in JSON (rule 170). */
type Draft = {
  /** The ID that the person has typed; empty if the person has typed nothing. */
  readonly typed: string;
  /** The ID that was in the field before the person typed. */
  readonly prefilledId: string;
  /** The check boxes, by the name under which a screen saves them. */
  readonly boxes: Readonly<Record<string, Boxes>>;
  /**
   * Path and query of the redirect page on which the person stopped the countdown; empty if no countdown was stopped.
   */
  readonly stayedAt: string;
  /** Whether the person identifies by ID or by passkey, where the service offers both. */
  readonly mode: EntryMode;
};

const EMPTY_DRAFT: Draft = { typed: '', prefilledId: '', boxes: {}, stayedAt: '', mode: 'id' };

/** Stores unsent input across reloads, Back and other screens; never codes, passwords, answers or contacts. */
export type Drafts = {
  /** The ID that the person has typed in place of `prefilledId`. Null if the person has not changed `prefilledId`. */
  typedIdFor(prefilledId: string): string | null;
  saveTypedId(typedId: string, prefilledId: string): void;
  getMode(): EntryMode;
  setMode(mode: EntryMode): void;
  /** The check boxes that a screen has saved under this name. Null if the person has not changed them. */
  getBoxes(name: string): Boxes | null;
  saveBoxes(name: string, boxes: Boxes): void;
  /** Whether the person has stopped the countdown on the current page. */
  isCountdownStopped(): boolean;
  /** Stores that the person has stopped the countdown on the current page. */
  saveStoppedCountdown(): void;
  /** Clears all drafts when `snapshot` shows the end of a login, and the check boxes when it has another person. */
  clearOutdated(snapshot: PortalSnapshot): void;
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

const hasLoginEnded = (snapshot: PortalSnapshot): boolean =>
  snapshot.matches('return-to-service') || snapshot.matches('session-expiry');

/**
 * Creates the drafts of a tab.
 * @param storage returns the storage of the tab. If the browser blocks the storage, drafts exist as long as the page.
 * @param address returns path and query of the current page
 */
export function createDrafts(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  address = () => '',
): Drafts {
  let lastUserId: string | null = null;
  let lastRoute: PortalSnapshot['context']['route'] | null = null;
  let draft = EMPTY_DRAFT;
  try {
    draft = parseDraft(JSON.parse(storage().getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    // Blocked storage, or an invalid entry.
  }

  const saveDraft = (newDraft: Draft): void => {
    draft = newDraft;
    try {
      if (newDraft === EMPTY_DRAFT) storage().removeItem(STORAGE_KEY);
      else storage().setItem(STORAGE_KEY, JSON.stringify(newDraft));
    } catch {
      // Blocked or full storage: the draft exists as long as the page.
    }
  };

  return {
    typedIdFor: (prefilledId) =>
      draft.typed !== '' && draft.prefilledId === prefilledId ? draft.typed : null,
    saveTypedId: (typedId, prefilledId) => saveDraft({ ...draft, typed: typedId, prefilledId }),
    getMode: () => draft.mode,
    setMode: (mode) => saveDraft({ ...draft, mode }),
    getBoxes: (name) => (Object.hasOwn(draft.boxes, name) ? (draft.boxes[name] ?? null) : null),
    saveBoxes: (name, boxes) => saveDraft({ ...draft, boxes: { ...draft.boxes, [name]: boxes } }),
    isCountdownStopped: () => draft.stayedAt !== '' && draft.stayedAt === address(),
    saveStoppedCountdown: () => saveDraft({ ...draft, stayedAt: address() }),
    clearOutdated(snapshot) {
      const { context } = snapshot;
      const { userId } = context.session.person;
      const isOtherPerson = lastUserId !== null && lastUserId !== '' && lastUserId !== userId;
      // The portal leaves /logout before a snapshot can be in that state. Only a new route shows that /logout was
      // requested.
      const isLogout = context.route !== lastRoute && context.route.screen === 'logout';
      lastUserId = userId;
      lastRoute = context.route;
      if (draft === EMPTY_DRAFT) return;
      if (isLogout || hasLoginEnded(snapshot)) saveDraft(EMPTY_DRAFT);
      else if (isOtherPerson) saveDraft({ ...draft, boxes: {} });
    },
  };
}

/** Drafts that are not stored: every getter returns its default value. */
export const NO_DRAFTS: Drafts = {
  typedIdFor: () => null,
  saveTypedId: () => undefined,
  getMode: () => 'id',
  setMode: () => undefined,
  getBoxes: () => null,
  saveBoxes: () => undefined,
  isCountdownStopped: () => false,
  saveStoppedCountdown: () => undefined,
  clearOutdated: () => undefined,
};

const DraftsContext = createContext(NO_DRAFTS);

export const DraftsProvider = DraftsContext;

export const useDrafts = (): Drafts => useContext(DraftsContext);
