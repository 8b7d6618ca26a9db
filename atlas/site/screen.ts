import renderer from 'virtual:atlas-renderer';
import values from 'virtual:atlas-values';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import { sendPathEvent, startRoot } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor } from '#atlas/screens/types.ts';
import { data } from './data.ts';
import { outsideEvent, tryStateOf } from './live.ts';
import { parseScreenHash, type ScreenMessage, type ScreenView } from './screen-address.ts';

/** The path of a screen: the path of the page "Try it", or the path to the moment, followed by the refusal if there is one. */
function pathEventsOf({ moment, refusal, live }: ScreenView): readonly PathEvent[] {
  if (live) return live;
  const answer = refusal && data.pathEvents[refusal.pathEvent];
  const event = answer && values.refusedWith(answer.event, refusal.code);
  return [...pathEventsTo(data, moment), ...(answer && event ? [{ to: answer.to, event }] : [])];
}

const machinePromise = renderer.machine();
// The code that awaits the promise handles its failure.
machinePromise.catch(() => undefined);

type ShownScreen = {
  readonly root: RootActor;
  /** Removes the markup of the screen. */
  remove: () => void;
  /** The events since the start, for a screen on the page "Try it"; null for any other screen. */
  readonly pathEvents: PathEvent[] | null;
};

let currentScreen: ShownScreen | null = null;
let isPosting = false;

/** Sends the state of the screen to the page that contains the frame, once for an event and all events that this event causes. */
function reportState(): void {
  if (isPosting) return;
  isPosting = true;
  queueMicrotask(() => {
    isPosting = false;
    if (!currentScreen) return;
    const { root, pathEvents } = currentScreen;
    const message: ScreenMessage = {
      kind: 'atlas.screen',
      height: document.documentElement.scrollHeight,
      state: pathEvents && tryStateOf(root, pathEvents, renderer),
    };
    window.parent.postMessage(message, '*');
  });
}

/** Shows the screen of the address. Afterwards it sets `data-shown` to the fragment, for tests and screenshots that wait for the screen. */
async function show(): Promise<void> {
  const { hash } = location;
  const view = parseScreenHash(hash);
  const machine = await machinePromise;
  currentScreen?.remove();
  currentScreen?.root.stop();
  currentScreen = null;
  document.documentElement.lang = view.language;
  document.documentElement.dataset['theme'] = view.theme;
  // A field or a dialog must not take the focus from the page that contains the frame, except on the page "Try it".
  document.body.inert = window !== window.parent && !view.live;
  const path = pathEventsOf(view);
  const now = renderer.timeOf(path);
  Date.now = () => now;
  const root = startRoot(machine, renderer.inputFor(data.start, view.language), path, (inspected) => {
    const event = currentScreen?.pathEvents ? outsideEvent(currentScreen.root, inspected) : null;
    if (event) currentScreen?.pathEvents?.push(event);
    if (currentScreen?.pathEvents && inspected.type === '@xstate.snapshot') reportState();
  });
  renderer.onStart(root);
  for (const pathEvent of path) sendPathEvent(root, pathEvent);
  const shownScreen: ShownScreen = {
    root,
    remove: () => undefined,
    pathEvents: view.live ? [...path] : null,
  };
  currentScreen = shownScreen;
  shownScreen.remove = await renderer.render(
    document.getElementById('root') as HTMLElement,
    root,
    view.language,
  );
  document.documentElement.dataset['shown'] = hash;
  reportState();
}

window.addEventListener('message', ({ source, data: message }: MessageEvent<unknown>) => {
  if (source !== window.parent || !currentScreen?.pathEvents) return;
  if (typeof message !== 'object' || message === null || !('pathEvent' in message)) return;
  sendPathEvent(currentScreen.root, message.pathEvent as PathEvent);
});

window.addEventListener('hashchange', () => void show());
void show();
