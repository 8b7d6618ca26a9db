import * as v from 'valibot';
import { DESK_SCREENS, type Draft, type Kept, type Place } from '#machines/desk/desk.types.ts';
import { DESK_PATH, DESK_SIGN_IN_REFUSALS, type DeskSignInRefusal } from '#wire/desk/names.ts';

const KEPT = 'munjigi.desk';

const kept = v.object({
  place: v.object({ screen: v.picklist(DESK_SCREENS), userId: v.string() }),
  draft: v.nullable(
    v.object({ act: v.string(), userId: v.string(), values: v.record(v.string(), v.string()) }),
  ),
});

const userIdIn = (state: unknown): string => {
  const read = v.safeParse(v.object({ userId: v.string() }), state);
  return read.success ? read.output.userId : '';
};

/** The address of a place. It names no person: who is shown stands in the history's state. */
const pathOf = ({ screen }: Place): string => (screen === 'find' ? DESK_PATH : `${DESK_PATH}${screen}`);

/** Where the address says that somebody is; a person's page without its person is the search. */
export function placeIn({ location, history }: Window): Place {
  const name = location.pathname.slice(DESK_PATH.length);
  const screen = DESK_SCREENS.find((each) => each === name) ?? 'find';
  const userId = screen === 'person' ? userIdIn(history.state) : '';
  return screen === 'person' && userId === '' ? { screen: 'find', userId } : { screen, userId };
}

/** Writes a place into the address, as a step of the history unless it stands there. */
export function keepPlace(page: Window, place: Place): void {
  const { screen, userId } = placeIn(page);
  if (screen === place.screen && userId === place.userId) return;
  page.history.pushState({ userId: place.userId }, '', pathOf(place));
}

/** Keeps place and draft in this tab until the person has signed in. Files are not kept: they are chosen again. */
export function keepDraft({ sessionStorage }: Window, { place, draft }: Kept): void {
  const isOfFile = draft?.act === 'importCheck' || draft?.act === 'importRun';
  sessionStorage.setItem(KEPT, JSON.stringify({ place, draft: isOfFile ? null : draft }));
}

/** Takes what was kept out of the tab, and what the address says of the sign-in. */
export function takeKept(page: Window): {
  readonly place: Place;
  readonly draft: Draft | null;
  readonly refused: DeskSignInRefusal | null;
} {
  const { location, history, sessionStorage } = page;
  const reason = new URLSearchParams(location.search).get('refused');
  const refused = DESK_SIGN_IN_REFUSALS.find((each) => each === reason) ?? null;
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), kept), sessionStorage.getItem(KEPT));
  sessionStorage.removeItem(KEPT);
  if (!stored.success) {
    history.replaceState(history.state, '', location.pathname);
    return { place: placeIn(page), draft: null, refused };
  }
  const { place, draft } = stored.output as Kept;
  history.replaceState({ userId: place.userId }, '', pathOf(place));
  return { place, draft, refused };
}
