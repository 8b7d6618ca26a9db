import renderer from 'virtual:atlas-renderer';
import values from 'virtual:atlas-values';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import { sendPathEvent, startRoot } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor } from '#atlas/screens/types.ts';
import { data } from './data.ts';
import { outsideEvent, tryStateOf } from './live.ts';
import { parseScreenHash, type ScreenMessage, type ScreenView } from './screen-address.ts';

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
  end: () => void;
  /** The events so far of a screen to try; null for a still one. */
  readonly pathEvents: PathEvent[] | null;
};

let currentScreen: ShownScreen | null = null;
let isPosting = false;

/** Reports the state to the page around the frame, once for an event and all events that it causes. */
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

/** Shows the screen of the address, and marks the page with the address, for tests and screenshots that wait for it. */
async function show(): Promise<void> {
  const { hash } = location;
  const view = parseScreenHash(hash);
  const machine = await machinePromise;
  currentScreen?.end();
  currentScreen?.root.stop();
  currentScreen = null;
  document.documentElement.lang = view.language;
  document.documentElement.dataset['theme'] = view.theme;
  // A field or dialog of a still screen must not take the focus from the page around the frame.
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
  const current: ShownScreen = { root, end: () => undefined, pathEvents: view.live ? [...path] : null };
  currentScreen = current;
  current.end = await renderer.render(document.getElementById('root') as HTMLElement, root, view.language);
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
