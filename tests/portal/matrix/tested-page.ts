import { screen, waitFor } from '@testing-library/react';
import { vi } from 'vitest';
import type { MessageLanguage } from '#src/app/messages.ts';
import type { Answer } from '#tests/portal/faults.ts';
import { clearBrowserStorage, closePages } from '#tests/portal/open-pages.ts';
import { givePasskey, type LoadedPage, loadPage } from '#tests/portal/page.ts';
import { callOf } from '#tests/support/network.ts';
import { CHALLENGE_HEADER } from '#wire/names.ts';
import type { CallRow } from './calls.ts';
import { CHALLENGE_KEY, challengeTokenOf, FAULTS, type Fault, restoreNetwork } from './faults.ts';
import { availableControls, currentPage, currentTitle, type PageState } from './laws.ts';

/** Pause between two polls, in milliseconds (spec section 9). */
const POLL_PAUSE = 1000;
/** Whether a timer is the time limit of an answer, which has just begun. */
const isAnswerLimit = (ms: number): boolean => ms > 14_000 && ms <= 15_000;

/** Timers that a test can end early. */
type FastTimers = {
  /** Ends the time limit of the answer to a call. */
  readonly endAnswer: (call: string) => void;
};

/** A shortened pause, in milliseconds. */
const SHORT_PAUSE = 20;

/** Makes the next poll follow immediately, and a call time out when the test requests it. */
export function speedUpTimers(): FastTimers {
  const { setTimeout: wait, fetch: send } = globalThis;
  const ends = new Map<string, () => void>();
  let endLatest: () => void = () => undefined;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...args: readonly unknown[]) => {
    const timer = wait(run, ms === POLL_PAUSE ? SHORT_PAUSE : ms, ...args);
    if (isAnswerLimit(ms))
      endLatest = () => {
        clearTimeout(timer);
        wait(run);
      };
    return timer;
  });
  // The client starts its timer right before it sends the request.
  vi.stubGlobal('fetch', (request: Request, init?: RequestInit) => {
    ends.set(callOf(request), endLatest);
    return send(request, init);
  });
  return { endAnswer: (call) => ends.get(call)?.() };
}

export const waitTicks = async (count: number): Promise<void> => {
  for (let tick = 0; tick < count; tick += 1) await new Promise((resolve) => setTimeout(resolve, 1));
};

/** After how many ticks without a change the page is settled, and after how many the wait ends. */
export const QUIET_TICKS = 6;
const MAX_TICKS = 400;

/** Waits until the page no longer changes by itself. */
export async function settle(): Promise<void> {
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  let quiet = 0;
  for (let tick = 0; quiet < QUIET_TICKS && tick < MAX_TICKS; tick += 1) {
    await waitTicks(1);
    const isBusy = document.querySelector('main [aria-busy=true]') !== null;
    quiet = observer.takeRecords().length > 0 || isBusy ? 0 : quiet + 1;
  }
  observer.disconnect();
}

/** Time limits for a condition, and for a poll that the page may make by itself, in milliseconds. */
const TEST_WAIT = 5000;
const REPEAT_WAIT = 500;

/** Whether a condition comes true before the time limit. */
export const becomesTrue = (isTrue: () => boolean, timeout = TEST_WAIT): Promise<boolean> =>
  waitFor(
    () => {
      if (!isTrue()) throw new Error('Not yet');
    },
    { timeout },
  ).then(
    () => true,
    () => false,
  );

const withChallengeToken = async (answer: Response): Promise<Response> => {
  const body = await answer.clone().text();
  const headers = new Headers(answer.headers);
  headers.set(CHALLENGE_HEADER, challengeTokenOf(body));
  return new Response(answer.status === 204 ? null : body, { status: answer.status, headers });
};

/** A page on a server that answers one of its calls with a fault. */
export type TestedPage = {
  readonly page: LoadedPage;
  fault: Fault | null;
  /** How often the page has made the call. */
  callCount: number;
  /** The page at the time of the last call. */
  before: PageState;
  /** Whether answers arrive immediately, as they do after the first one. */
  isAnswerReleased: boolean;
  /** Makes a delayed answer arrive. */
  release: () => void;
};

export function openTestedPage(
  row: CallRow,
  language: MessageLanguage,
  fault: Fault,
  timers: FastTimers,
): TestedPage {
  closePages();
  clearBrowserStorage();
  restoreNetwork();
  givePasskey();
  const server = row.server();
  const goodAnswer: Answer = server.answers[row.name];
  const delayed: { release: () => void } = { release: () => undefined };
  const faultyAnswers = new Set<Response>();
  let latestCall = '';
  server.answers[row.name] = async () => {
    tested.callCount += 1;
    tested.before = currentPage();
    const { fault: currentFault } = tested;
    if (!currentFault) return goodAnswer();
    if (currentFault.meanwhile && !tested.isAnswerReleased) {
      const { promise, resolve } = Promise.withResolvers<void>();
      delayed.release = resolve;
      await promise;
    }
    if (currentFault === FAULTS['no answer']) timers.endAnswer(latestCall);
    const answer = await currentFault.answer(async () => withChallengeToken(await goodAnswer()));
    faultyAnswers.add(answer);
    return answer;
  };
  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === '/elsewhere') return new Response('<h1>Elsewhere</h1>');
    latestCall = callOf(request);
    const response = await server.answer(request);
    return faultyAnswers.has(response) ? response : withChallengeToken(response);
  };
  fault.before?.();
  const page = loadPage(
    row.address ?? '/redirect?uid=1',
    { answer },
    { language, challengeKey: CHALLENGE_KEY },
  );
  const tested: TestedPage = {
    page,
    fault,
    callCount: 0,
    before: currentPage(),
    isAnswerReleased: false,
    release: () => {
      tested.isAnswerReleased = true;
      delayed.release();
    },
  };
  return tested;
}

/** A call that is retried automatically is answered with the fault once more. */
const MAX_DIALOGS = 2;

/** Closes an error dialog, and one that follows. */
export async function dismissDialogs({ page: { text, user } }: TestedPage): Promise<void> {
  const names = [text('action.ok'), text('session.leave')];
  for (let count = 0; count < MAX_DIALOGS; count += 1) {
    const button = [...document.querySelectorAll<HTMLElement>('dialog[open] button')].find(
      ({ textContent }) => names.includes(textContent?.trim() ?? ''),
    );
    if (!button) return;
    await user.click(button);
    await settle();
  }
}

/** Whether the screen offers to repeat the call. */
export const canRepeatCall = ({ again, make, repeats }: CallRow, { page }: TestedPage): boolean =>
  Boolean(again ?? make ?? repeats) ||
  screen.queryByRole('button', { name: page.text('action.retry') }) !== null;

/** Repeats the call as a person would, unless the page repeats it. Returns whether it was made. */
export async function repeatCall(row: CallRow, tested: TestedPage): Promise<boolean> {
  const { callCount, page } = tested;
  const isMade = () => tested.callCount > callCount;
  if (row.repeats) {
    const isWaiting = document.querySelector('dialog[open]') !== null;
    if (await becomesTrue(isMade, isWaiting ? undefined : REPEAT_WAIT)) return true;
  }
  const retry = screen.queryByRole('button', { name: page.text('action.retry') });
  const again = row.again ?? row.make;
  if (retry) await page.user.click(retry);
  else if (!again) return false;
  else {
    const hasActed = await again(page).then(
      () => true,
      () => false,
    );
    if (!hasActed && !row.repeats) return false;
  }
  return becomesTrue(isMade);
}

/** Presses the first available control. Returns whether another screen has a title. */
export async function leaveScreen({ page }: TestedPage): Promise<boolean> {
  const [control] = availableControls();
  if (!control) return false;
  await page.user.click(control);
  await settle();
  return currentTitle() !== '';
}

/** Collects errors on the console and of the window; there should be none. */
export function collectErrors(): { readonly errors: string[]; readonly end: () => void } {
  const errors: string[] = [];
  const record = (...values: readonly unknown[]) => {
    errors.push(values.map(String).join(' ').slice(0, 200));
  };
  const spy = vi.spyOn(console, 'error').mockImplementation(record);
  const onError = ({ message }: ErrorEvent) => record(message);
  const onRejection = (reason: unknown) => record(`unhandled: ${reason}`);
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
