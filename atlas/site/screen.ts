import renderer from 'virtual:atlas-renderer';
import values from 'virtual:atlas-values';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import { sendPathEvent, startRoot } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor } from '#atlas/screens/types.ts';
import { data } from './data.ts';
import { PathRecorder, tryStateOf } from './live.ts';
import { parseScreenHash, type ScreenView, sizeMessage } from './screen-address.ts';
import { readPath } from './try-link.ts';

/** The last server time in the answers of a path (ms), to which the clock of the page is set. */
function serverTimeOf(pathEvents: readonly PathEvent[]): number {
  const times = pathEvents.flatMap(({ event }) => {
    const output: unknown = event['output'];
    if (typeof output === 'number') return [output];
    const found = JSON.stringify(output ?? null).match(/"at":\d+/g) ?? [];
    return found.map((time) => Number(time.slice('"at":'.length)));
  });
  return times.at(-1) ?? 0;
}

const pathEventsOf = ({ moment, refusal }: ScreenView): readonly PathEvent[] => {
  const answer = refusal && data.pathEvents[refusal.pathEvent];
  const event = answer && values.refusedWith(answer.event, refusal.code);
  return [...pathEventsTo(data, moment), ...(answer && event ? [{ to: answer.to, event }] : [])];
};

const machinePromise = renderer.machine();
// The code that awaits the promise handles its failure.
machinePromise.catch(() => undefined);

let shown: { readonly root: RootActor; readonly end: () => void } | null = null;
let recorder: PathRecorder | null = null;
let posting: Promise<void> | null = null;

async function show(view: ScreenView, live: readonly PathEvent[] | null): Promise<void> {
  const { language, theme } = view;
  const machine = await machinePromise;
  shown?.end();
  shown?.root.stop();
  document.documentElement.lang = language;
  document.documentElement.dataset['theme'] = theme;
  const pathEvents = live ?? pathEventsOf(view);
  recorder = live ? new PathRecorder() : null;
  const now = serverTimeOf(pathEvents);
  Date.now = () => now;
  const root = startRoot(machine, renderer.inputFor(data.start, language), pathEvents, (event) => {
    recorder?.inspect(event);
    if (event.type === '@xstate.snapshot') postState();
  });
  renderer.onStart(root);
  for (const pathEvent of pathEvents) sendPathEvent(root, pathEvent);
  recorder?.start(root, pathEvents);
  const end = await renderer.render(document.getElementById('root') as HTMLElement, root, language);
  shown = { root, end };
}

/** Posts the state to the page around the frame, once per event and everything that follows from it. */
function postState(): void {
  if (posting !== null || recorder === null) return;
  posting = Promise.resolve().then(() => {
    posting = null;
    if (shown && recorder) window.parent.postMessage(tryStateOf(shown.root, recorder, renderer), '*');
  });
}

/** The path of a live screen; null for a still one. */
const livePathOf = (hash: string): readonly PathEvent[] | null => {
  const path = new URLSearchParams(hash.replace(/^#/, '')).get('live');
  return path === null ? null : readPath(path);
};

window.addEventListener('message', ({ source, data: message }: MessageEvent<unknown>) => {
  if (source !== window.parent || !shown || !recorder) return;
  if (typeof message !== 'object' || message === null || !('pathEvent' in message)) return;
  sendPathEvent(shown.root, message.pathEvent as PathEvent);
});

// A field or dialog of a still screen must not take the focus from the page around the frame.
document.body.inert = window !== window.parent && livePathOf(location.hash) === null;

/** Shows the screen of the address, and marks the page with the address for tests that wait for it. */
async function showAddressed(): Promise<void> {
  const { hash } = location;
  await show(parseScreenHash(hash), livePathOf(hash));
  postState();
  document.documentElement.dataset['shown'] = hash;
  window.parent.postMessage(sizeMessage(document.documentElement.scrollHeight), '*');
}

window.addEventListener('hashchange', () => void showAddressed());
void showAddressed();
