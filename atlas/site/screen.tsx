import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { begin, happen, type Played } from '#atlas/build/player.ts';
import { refusedWith } from '#atlas/build/refusal.ts';
import type { Happening } from '#atlas/build/types.ts';
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { App } from '#src/app/app.tsx';
import { putLateParts } from '#src/app/late-parts.ts';
import { loadOtherTexts, loadTexts } from '#src/app/messages.ts';
import { VIEW_PARTS } from '#src/app/view-parts.ts';
import { assemblePortal } from './assembly.ts';
import { data, happeningsTo } from './data.ts';
import { Recorder, stateOf } from './live.ts';
import { type Picture, pictureOf } from './picture.ts';
import { readPath } from './try-link.ts';

putLateParts(VIEW_PARTS);

let portal: Played | null = null;

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
  const event = answer && refusedWith(answer.event, refusal.code);
  return [...happeningsTo(moment), ...(answer && event ? [{ to: answer.to, event }] : [])];
};

const machine = await_(assemblePortal(window, () => portal));
const texts = { ko: textsOf('ko'), en: textsOf('en') };
let root: Root | null = null;
let recorder: Recorder | null = null;
let telling: Promise<void> | null = null;

/** Machines that run in the background of every screen. */
const BACKGROUND_MACHINES = Object.keys(BACKGROUND_FLOWS);

/** Marks a promise as handled: the code that awaits it handles its failure. */
function await_<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

async function textsOf(language: 'ko' | 'en') {
  return { ...(await loadTexts(language)), ...(await loadOtherTexts(language)) };
}

async function show(picture: Picture, live: readonly Happening[] | null): Promise<void> {
  const { language, theme } = picture;
  const [assembled, messages] = await Promise.all([machine, texts[language]]);
  root?.unmount();
  portal?.stop();
  document.documentElement.lang = language;
  document.documentElement.dataset['theme'] = theme;
  const happenings = live ?? happeningsOf(picture);
  recorder = live ? new Recorder() : null;
  const now = toldTime(happenings);
  Date.now = () => now;
  portal = begin(assembled, { ...data.start, locale: language }, happenings, (event) => {
    recorder?.inspect(event);
    if (event.type === '@xstate.snapshot') tell();
  });
  for (const happening of happenings) happen(portal, happening);
  recorder?.begin(portal, happenings);
  const shown = portal as unknown as PortalRef;
  const drawn = createRoot(document.getElementById('root') as HTMLElement);
  root = drawn;
  flushSync(() => drawn.render(<App portal={shown} texts={new Map([[language, messages]])} />));
}

/** Tells the page around where the machines are, once all that follows from one happening is done. */
function tell(): void {
  const isFirst = telling === null && recorder !== null;
  if (!isFirst) return;
  telling = Promise.resolve().then(() => {
    telling = null;
    if (portal && recorder) window.parent.postMessage(stateOf(portal, recorder, BACKGROUND_MACHINES), '*');
  });
}

/** The path that the address asks to be tried; null where a picture is shown. */
const liveOf = (hash: string): readonly Happening[] | null => {
  const path = new URLSearchParams(hash.replace(/^#/, '')).get('live');
  return path === null ? null : readPath(path);
};

window.addEventListener('message', ({ source, data: message }: MessageEvent<unknown>) => {
  if (source !== window.parent || !portal || !recorder) return;
  if (typeof message !== 'object' || message === null || !('happening' in message)) return;
  happen(portal, message.happening as Happening);
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
