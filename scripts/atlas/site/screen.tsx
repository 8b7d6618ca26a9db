import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { begin, happen, type Played } from '#scripts/atlas/player.ts';
import { refusedWith } from '#scripts/atlas/refusal.ts';
import type { Happening } from '#scripts/atlas/types.ts';
import { App } from '#src/app/app.tsx';
import { loadOtherTexts, loadTexts } from '#src/app/messages.ts';
import { assemblePortal } from './assembly.ts';
import { data, happeningsTo } from './data.ts';
import { type Picture, pictureOf } from './picture.ts';

let portal: Played | null = null;

/** The last time that an answer has told: the clock of the picture stands there. */
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

/** Keeps a promise whose failure is told where it is waited for. */
function await_<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

async function textsOf(language: 'ko' | 'en') {
  return { ...(await loadTexts(language)), ...(await loadOtherTexts(language)) };
}

async function show(picture: Picture): Promise<void> {
  const { language, theme } = picture;
  const [assembled, messages] = await Promise.all([machine, texts[language]]);
  root?.unmount();
  portal?.stop();
  document.documentElement.lang = language;
  document.documentElement.dataset['theme'] = theme;
  const happenings = happeningsOf(picture);
  const now = toldTime(happenings);
  Date.now = () => now;
  portal = begin(assembled, { ...data.start, locale: language }, happenings);
  for (const happening of happenings) happen(portal, happening);
  const shown = portal as unknown as PortalRef;
  const drawn = createRoot(document.getElementById('root') as HTMLElement);
  root = drawn;
  flushSync(() => drawn.render(<App portal={shown} texts={new Map([[language, messages]])} />));
}

// In a frame it is looked at: a field or a dialog in it must not take the focus from the atlas around it.
document.body.inert = window !== window.parent;

/** A test that goes from screen to screen reads off the page which one it shows. */
async function showAddressed(): Promise<void> {
  const { hash } = location;
  await show(pictureOf(hash));
  document.documentElement.dataset['shown'] = hash;
}

window.addEventListener('hashchange', () => void showAddressed());
void showAddressed();
