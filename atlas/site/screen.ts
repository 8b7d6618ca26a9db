import renderer from 'virtual:atlas-renderer';
import values from 'virtual:atlas-values';
import { begin, sendPathEvent } from '#atlas/screens/replay.ts';
import type { PathEvent, RootActor } from '#atlas/screens/types.ts';
import { data, pathEventsTo } from './data.ts';
import { Recorder, stateOf } from './live.ts';
import { parseScreenHash, type ScreenView } from './screen-address.ts';
import { readPath } from './try-link.ts';

/** The last time in an answer: the clock of the view is set to it. */
function toldTime(pathEvents: readonly PathEvent[]): number {
  const times = pathEvents.flatMap(({ event }) => {
    const output: unknown = event['output'];
    if (typeof output === 'number') return [output];
    return [...(JSON.stringify(output ?? null).match(/"at":\d+/g) ?? [])].map((found) =>
      Number(found.slice(5)),
    );
  });
  return times.at(-1) ?? 0;
}

const pathEventsOf = ({ moment, refusal }: ScreenView): readonly PathEvent[] => {
  const answer = refusal && data.pathEvents[refusal.pathEvent];
  const event = answer && values.refusedWith(answer.event, refusal.code);
  return [...pathEventsTo(moment), ...(answer && event ? [{ to: answer.to, event }] : [])];
};

const machine = await_(renderer.machine());
let shown: { readonly root: RootActor; readonly end: () => void } | null = null;
let recorder: Recorder | null = null;
let telling: Promise<void> | null = null;

/** Marks a promise as handled: the code that awaits it handles its failure. */
function await_<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

async function show(view: ScreenView, live: readonly PathEvent[] | null): Promise<void> {
  const { language, theme } = view;
  const assembled = await machine;
  shown?.end();
  shown?.root.stop();
  document.documentElement.lang = language;
  document.documentElement.dataset['theme'] = theme;
  const pathEvents = live ?? pathEventsOf(view);
  recorder = live ? new Recorder() : null;
  const now = toldTime(pathEvents);
  Date.now = () => now;
  const root = begin(assembled, renderer.inputFor(data.start, language), pathEvents, (event) => {
    recorder?.inspect(event);
    if (event.type === '@xstate.snapshot') tell();
  });
  renderer.begun(root);
  for (const pathEvent of pathEvents) sendPathEvent(root, pathEvent);
  recorder?.begin(root, pathEvents);
  const end = await renderer.draw(document.getElementById('root') as HTMLElement, root, language);
  shown = { root, end };
}

/** Tells the page around where the machines are, once all that follows from one pathEvent is done. */
function tell(): void {
  const isFirst = telling === null && recorder !== null;
  if (!isFirst) return;
  telling = Promise.resolve().then(() => {
    telling = null;
    if (shown && recorder) window.parent.postMessage(stateOf(shown.root, recorder, renderer), '*');
  });
}

/** The path that the address asks to be tried; null where a view is shown. */
const liveOf = (hash: string): readonly PathEvent[] | null => {
  const path = new URLSearchParams(hash.replace(/^#/, '')).get('live');
  return path === null ? null : readPath(path);
};

window.addEventListener('message', ({ source, data: message }: MessageEvent<unknown>) => {
  if (source !== window.parent || !shown || !recorder) return;
  if (typeof message !== 'object' || message === null || !('pathEvent' in message)) return;
  sendPathEvent(shown.root, message.pathEvent as PathEvent);
});

// In a frame it is looked at: a field or a dialog in it must not take the focus from the atlas around it.
document.body.inert = window !== window.parent && liveOf(location.hash) === null;

/** A test that goes from screen to screen reads off the page which one it shows. */
async function showAddressed(): Promise<void> {
  const { hash } = location;
  await show(parseScreenHash(hash), liveOf(hash));
  tell();
  document.documentElement.dataset['shown'] = hash;
}

window.addEventListener('hashchange', () => void showAddressed());
void showAddressed();
