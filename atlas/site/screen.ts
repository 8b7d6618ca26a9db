import stage from 'virtual:atlas-stage';
import values from 'virtual:atlas-values';
import { begin, happen } from '#atlas/screens/player.ts';
import type { Happening, Played } from '#atlas/screens/types.ts';
import { data, happeningsTo } from './data.ts';
import { Recorder, stateOf } from './live.ts';
import { type Picture, pictureOf } from './picture.ts';
import { readPath } from './try-link.ts';

/** The last time in an answer: the clock of the picture is set to it. */
function toldTime(happenings: readonly Happening[]): number {
  const times = happenings.flatMap(({ event }) => {
    const output: unknown = event['output'];
    if (typeof output === 'number') return [output];
    return [...(JSON.stringify(output ?? null).match(/"at":\d+/g) ?? [])].map((found) =>
      Number(found.slice(5)),
    );
  });
  return times.at(-1) ?? 0;
}

const happeningsOf = ({ moment, refusal }: Picture): readonly Happening[] => {
  const answer = refusal && data.happenings[refusal.happening];
  const event = answer && values.refusedWith(answer.event, refusal.code);
  return [...happeningsTo(moment), ...(answer && event ? [{ to: answer.to, event }] : [])];
};

const machine = await_(stage.machine());
let shown: { readonly root: Played; readonly end: () => void } | null = null;
let recorder: Recorder | null = null;
let telling: Promise<void> | null = null;

/** Marks a promise as handled: the code that awaits it handles its failure. */
function await_<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

async function show(picture: Picture, live: readonly Happening[] | null): Promise<void> {
  const { language, theme } = picture;
  const assembled = await machine;
  shown?.end();
  shown?.root.stop();
  document.documentElement.lang = language;
  document.documentElement.dataset['theme'] = theme;
  const happenings = live ?? happeningsOf(picture);
  recorder = live ? new Recorder() : null;
  const now = toldTime(happenings);
  Date.now = () => now;
  const root = begin(assembled, stage.inputFor(data.start, language), happenings, (event) => {
    recorder?.inspect(event);
    if (event.type === '@xstate.snapshot') tell();
  });
  stage.begun(root);
  for (const happening of happenings) happen(root, happening);
  recorder?.begin(root, happenings);
  const end = await stage.draw(document.getElementById('root') as HTMLElement, root, language);
  shown = { root, end };
}

/** Tells the page around where the machines are, once all that follows from one happening is done. */
function tell(): void {
  const isFirst = telling === null && recorder !== null;
  if (!isFirst) return;
  telling = Promise.resolve().then(() => {
    telling = null;
    if (shown && recorder) window.parent.postMessage(stateOf(shown.root, recorder, stage), '*');
  });
}

/** The path that the address asks to be tried; null where a picture is shown. */
const liveOf = (hash: string): readonly Happening[] | null => {
  const path = new URLSearchParams(hash.replace(/^#/, '')).get('live');
  return path === null ? null : readPath(path);
};

window.addEventListener('message', ({ source, data: message }: MessageEvent<unknown>) => {
  if (source !== window.parent || !shown || !recorder) return;
  if (typeof message !== 'object' || message === null || !('happening' in message)) return;
  happen(shown.root, message.happening as Happening);
});

// In a frame it is looked at: a field or a dialog in it must not take the focus from the atlas around it.
document.body.inert = window !== window.parent && liveOf(location.hash) === null;

/** A test that goes from screen to screen reads off the page which one it shows. */
async function showAddressed(): Promise<void> {
  const { hash } = location;
  await show(pictureOf(hash), liveOf(hash));
  tell();
  document.documentElement.dataset['shown'] = hash;
}

window.addEventListener('hashchange', () => void showAddressed());
void showAddressed();
