import { screen, waitFor } from '@testing-library/react';
import { vi } from 'vitest';
import type { MessageLanguage } from '#src/app/messages.ts';
import type { Answer } from '#tests/portal/faults.ts';
import { forgetEverything, leavePages } from '#tests/portal/open-pages.ts';
import { givePasskey, type LoadedPage, loadPage } from '#tests/portal/page.ts';
import { callOf } from '#tests/support/network.ts';
import { CHALLENGE_HEADER } from '#wire/names.ts';
import type { CallRow } from './calls.ts';
import { FAULTS, type Fault, restore, SEAL_KEY, sealOf } from './faults.ts';
import { type Before, pageNow, titleNow, waysNow } from './laws.ts';

/** Pause between two polls, in milliseconds (spec section 9). */
const LOOK_PAUSE = 1000;
/** What is left of the time that an answer may take, a moment after the call, in milliseconds. */
const isAnswerLimit = (ms: number): boolean => ms > 14_000 && ms <= 15_000;

/** Timers that a test can end before their time. */
type FastTimers = {
  /** Ends the time for the answer to a call. */
  readonly endAnswer: (call: string) => void;
};

/** What is left of a pause that is cut short, in milliseconds. */
const SOON = 20;

/** Lets the next poll follow at once, and a call time out when the test wants it. */
export function speedUpTimers(): FastTimers {
  const { setTimeout: wait, fetch: send } = globalThis;
  const ends = new Map<string, () => void>();
  let endLatest: () => void = () => undefined;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...given: readonly unknown[]) => {
    const timer = wait(run, ms === LOOK_PAUSE ? SOON : ms, ...given);
    if (isAnswerLimit(ms))
      endLatest = () => {
        clearTimeout(timer);
        wait(run);
      };
    return timer;
  });
  // The client begins to count right before it sends.
  vi.stubGlobal('fetch', (request: Request, init?: RequestInit) => {
    ends.set(callOf(request), endLatest);
    return send(request, init);
  });
  return { endAnswer: (call) => ends.get(call)?.() };
}

export const waitTurns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
};

/** After how many turns of the event loop without a change the page is settled, and after how many the wait ends. */
export const QUIET_TURNS = 6;
const MAX_TURNS = 400;

/** Waits until the page no longer changes by itself. */
export async function settle(): Promise<void> {
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  let quiet = 0;
  for (let turn = 0; quiet < QUIET_TURNS && turn < MAX_TURNS; turn += 1) {
    await waitTurns(1);
    const isBusy = document.querySelector('main [aria-busy=true]') !== null;
    quiet = observer.takeRecords().length > 0 || isBusy ? 0 : quiet + 1;
  }
  observer.disconnect();
}

/** Time limits for a condition, and for a poll that the page may make by itself, in milliseconds. */
const TEST_WAIT = 5000;
const REPEAT_WAIT = 500;

/** Whether a condition comes true before the time limit. */
export const becomesTrue = (isAppRegistered: () => boolean, timeout = TEST_WAIT): Promise<boolean> =>
  waitFor(
    () => {
      if (!isAppRegistered()) throw new Error('Not yet');
    },
    { timeout },
  ).then(
    () => true,
    () => false,
  );

const seal = async (answer: Response): Promise<Response> => {
  const body = await answer.clone().text();
  const headers = new Headers(answer.headers);
  headers.set(CHALLENGE_HEADER, sealOf(body));
  return new Response(answer.status === 204 ? null : body, { status: answer.status, headers });
};

/** A page on a server of which one call may be answered badly. */
export type Stage = {
  readonly page: LoadedPage;
  fault: Fault | null;
  /** How often the call was made. */
  made: number;
  /** What the page was when the call was last made. */
  before: Before;
  /** Whether answers to the fault arrive at once, as they do after the first. */
  isAnswerReleased: boolean;
  /** Lets an answer that is on its way arrive. */
  release: () => void;
};

export function openStage(row: CallRow, language: MessageLanguage, fault: Fault, timers: FastTimers): Stage {
  leavePages();
  forgetEverything();
  restore();
  givePasskey();
  const server = row.server();
  const good: Answer = server.answers[row.name];
  const held: { release: () => void } = { release: () => undefined };
  const broken = new Set<Response>();
  let asked = '';
  server.answers[row.name] = async () => {
    stage.made += 1;
    stage.before = pageNow();
    const { fault: met } = stage;
    if (!met) return good();
    if (met.meanwhile && !stage.isAnswerReleased) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.release = resolve;
      await promise;
    }
    if (met === FAULTS['no answer']) timers.endAnswer(asked);
    const answer = await met.answer(async () => seal(await good()));
    broken.add(answer);
    return answer;
  };
  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === '/elsewhere') return new Response('<h1>Elsewhere</h1>');
    asked = callOf(request);
    const answered = await server.answer(request);
    return broken.has(answered) ? answered : seal(answered);
  };
  fault.before?.();
  const page = loadPage(row.address ?? '/redirect?uid=1', { answer }, { language, challengeKey: SEAL_KEY });
  const stage: Stage = {
    page,
    fault,
    made: 0,
    before: pageNow(),
    isAnswerReleased: false,
    release: () => {
      stage.isAnswerReleased = true;
      held.release();
    },
  };
  return stage;
}

/** A call that is retried automatically meets the fault once more. */
const MAX_DIALOGS = 2;

/** Closes an error dialog, and one that follows. */
export async function dismissDialogs({ page: { text, user } }: Stage): Promise<void> {
  const names = [text('action.ok'), text('session.leave')];
  for (let pressed = 0; pressed < MAX_DIALOGS; pressed += 1) {
    const ends = [...document.querySelectorAll<HTMLElement>('dialog[open] button')].find(({ textContent }) =>
      names.includes(textContent?.trim() ?? ''),
    );
    if (!ends) return;
    await user.click(ends);
    await settle();
  }
}

/** Whether the screen offers to make the call again; a no that stays does not. */
export const canBeMadeAgain = ({ again, make, repeats }: CallRow, { page }: Stage): boolean =>
  Boolean(again ?? make ?? repeats) ||
  screen.queryByRole('button', { name: page.text('action.retry') }) !== null;

/** Makes the call again as a person would, where it is not made again by itself. */
export async function isMadeAgain(row: CallRow, stage: Stage): Promise<boolean> {
  const { made, page } = stage;
  const isCreated = () => stage.made > made;
  if (row.repeats) {
    const isWaiting = document.querySelector('dialog[open]') !== null;
    if (await becomesTrue(isCreated, isWaiting ? undefined : REPEAT_WAIT)) return true;
  }
  const retry = screen.queryByRole('button', { name: page.text('action.retry') });
  const again = row.again ?? row.make;
  if (retry) await page.user.click(retry);
  else if (!again) return false;
  else {
    const isDone = await again(page).then(
      () => true,
      () => false,
    );
    if (!isDone && !row.repeats) return false;
  }
  return becomesTrue(isCreated);
}

/** Presses the first control that leads on. */
export async function leaveScreen({ page }: Stage): Promise<boolean> {
  const [way] = waysNow();
  if (!way) return false;
  await page.user.click(way);
  await settle();
  return titleNow() !== '';
}

/** Collects errors on the console and of the window; there should be none. */
export function collectErrors(): { readonly errors: string[]; readonly end: () => void } {
  const errors: string[] = [];
  const note = (...said: readonly unknown[]) => {
    errors.push(said.map(String).join(' ').slice(0, 200));
  };
  const spy = vi.spyOn(console, 'error').mockImplementation(note);
  const onError = ({ message }: ErrorEvent) => note(message);
  const onRejection = (reason: unknown) => note(`unhandled: ${reason}`);
  window.addEventListener('error', onError);
  process.on('unhandledRejection', onRejection);
  return {
    errors,
    end: () => {
      spy.mockRestore();
      window.removeEventListener('error', onError);
      process.off('unhandledRejection', onRejection);
    },
  };
}
