import * as v from 'valibot';
import { DESK_SCREENS, type DeskRoute, type Draft, type StoredDraft } from '#machines/desk/desk.types.ts';
import { hasFile } from '#wire/desk/calls.ts';
import { DESK_PATH, DESK_SIGN_IN_REFUSALS, type DeskSignInRefusal } from '#wire/desk/names.ts';

const STORAGE_KEY = 'munjigi.desk';

const storedDraft = v.object({
  route: v.object({ screen: v.picklist(DESK_SCREENS), userId: v.string() }),
  draft: v.nullable(
    v.object({ act: v.string(), userId: v.string(), values: v.record(v.string(), v.string()) }),
  ),
});

const userIdIn = (state: unknown): string => {
  const parsed = v.safeParse(v.object({ userId: v.string() }), state);
  return parsed.success ? parsed.output.userId : '';
};

/** The address of a route. It contains no person ID: the ID is in the state of the history entry. */
const pathOf = ({ screen }: DeskRoute): string => (screen === 'find' ? DESK_PATH : `${DESK_PATH}${screen}`);

/** The route of the address; a person page without an ID becomes the search. */
export function routeIn({ location, history }: Window): DeskRoute {
  const name = location.pathname.slice(DESK_PATH.length);
  const screen = DESK_SCREENS.find((each) => each === name) ?? 'find';
  const userId = screen === 'person' ? userIdIn(history.state) : '';
  return screen === 'person' && userId === '' ? { screen: 'find', userId } : { screen, userId };
}

/** Writes a route into the address, as a new history entry unless it is the current one. */
export function pushRoute(page: Window, route: DeskRoute): void {
  const { screen, userId } = routeIn(page);
  if (screen === route.screen && userId === route.userId) return;
  page.history.pushState({ userId: route.userId }, '', pathOf(route));
}

/** Stores route and draft in this tab during a sign-in. Files and lists are not stored: they are chosen again. */
export function storeDraft({ sessionStorage }: Window, { route, draft }: StoredDraft): void {
  const isFileAct = draft !== null && hasFile(draft.act);
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ route, draft: isFileAct ? null : draft }));
}

/** Takes the stored data out of the tab, and the result of the sign-in out of the address. */
export function takeStored(page: Window): {
  readonly route: DeskRoute;
  readonly draft: Draft | null;
  readonly signInRefusal: DeskSignInRefusal | null;
} {
  const { location, history, sessionStorage } = page;
  const reason = new URLSearchParams(location.search).get('refused');
  const signInRefusal = DESK_SIGN_IN_REFUSALS.find((each) => each === reason) ?? null;
  const stored = v.safeParse(
    v.pipe(v.string(), v.parseJson(), storedDraft),
    sessionStorage.getItem(STORAGE_KEY),
  );
  sessionStorage.removeItem(STORAGE_KEY);
  if (!stored.success) {
    history.replaceState(history.state, '', location.pathname);
    return { route: routeIn(page), draft: null, signInRefusal };
  }
  const { route, draft } = stored.output as StoredDraft;
  history.replaceState({ userId: route.userId }, '', pathOf(route));
  return { route, draft, signInRefusal };
}
