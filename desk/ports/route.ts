import * as v from 'valibot';
import { DESK_SCREENS, type DeskRoute, type Draft, type StoredDraft } from '#machines/desk/desk.types.ts';
import { hasFile } from '#wire/desk/calls.ts';
import { DESK_PATH, DESK_SIGN_IN_REFUSALS, type DeskSignInRefusal } from '#wire/desk/names.ts';

/** The key of the stored route and draft in `sessionStorage`. */
const STORAGE_KEY = 'munjigi.desk';

const storedDraftSchema = v.object({
  route: v.object({ screen: v.picklist(DESK_SCREENS), userId: v.string() }),
  draft: v.nullable(
    v.object({ act: v.string(), userId: v.string(), values: v.record(v.string(), v.string()) }),
  ),
});

/** The user ID in the state of a history entry; empty if the state has none. */
const userIdIn = (state: unknown): string => {
  const parsed = v.safeParse(v.object({ userId: v.string() }), state);
  return parsed.success ? parsed.output.userId : '';
};

/** The path of a route. It does not contain the user ID, which is stored in the state of the history entry. */
const pathOf = ({ screen }: DeskRoute): string => (screen === 'find' ? DESK_PATH : `${DESK_PATH}${screen}`);

/** The route of the current history entry. Without a user ID, the route of a person is replaced by the search. */
export function currentRoute({ location, history }: Window): DeskRoute {
  const name = location.pathname.slice(DESK_PATH.length);
  const screen = DESK_SCREENS.find((each) => each === name) ?? 'find';
  const userId = screen === 'person' ? userIdIn(history.state) : '';
  return screen === 'person' && userId === '' ? { screen: 'find', userId } : { screen, userId };
}

/** Adds a history entry for a route, unless it is the current route. */
export function pushRoute(browserWindow: Window, route: DeskRoute): void {
  const { screen, userId } = currentRoute(browserWindow);
  if (screen === route.screen && userId === route.userId) return;
  browserWindow.history.pushState({ userId: route.userId }, '', pathOf(route));
}

/**
 * Stores the route and the draft in this tab while the person signs in at the portal. A draft with a file is not stored,
 * because the person has to choose the file again.
 */
export function storeDraft({ sessionStorage }: Window, { route, draft }: StoredDraft): void {
  const isFileAct = draft !== null && hasFile(draft.act);
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ route, draft: isFileAct ? null : draft }));
}

/**
 * Reads the route and the draft that were stored before a sign-in, and the reason in the address why a sign-in was
 * refused. Removes them from the storage and from the address.
 */
export function takeInitialState(browserWindow: Window): {
  readonly route: DeskRoute;
  readonly draft: Draft | null;
  readonly signInRefusal: DeskSignInRefusal | null;
} {
  const { location, history, sessionStorage } = browserWindow;
  const reason = new URLSearchParams(location.search).get('refused');
  const signInRefusal = DESK_SIGN_IN_REFUSALS.find((each) => each === reason) ?? null;
  const stored = v.safeParse(
    v.pipe(v.string(), v.parseJson(), storedDraftSchema),
    sessionStorage.getItem(STORAGE_KEY),
  );
  sessionStorage.removeItem(STORAGE_KEY);
  if (!stored.success) {
    history.replaceState(history.state, '', location.pathname);
    return { route: currentRoute(browserWindow), draft: null, signInRefusal };
  }
  const { route, draft } = stored.output as StoredDraft;
  history.replaceState({ userId: route.userId }, '', pathOf(route));
  return { route, draft, signInRefusal };
}
