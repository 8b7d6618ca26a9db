import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { IS_WHOLE } from '#tests/support/whole.ts';
import { FAULTS, type FaultName } from './faults.ts';
import type { LoadedPage, Server } from './page.ts';
import {
  answerQuestion,
  askPush,
  choose,
  enterCode,
  savePassword,
  sendCode,
  tellNames,
} from './password-journey.ts';

/** Each stands for others that the client hands on alike (tests/api/faults.test.ts). */
const MET = ['no network', '400', '401', '500'] as const satisfies readonly FaultName[];
type Met = (typeof MET)[number];

/** A call of the password flows, or one that their steps share with other flows. */
type FlowCall = keyof Server['answers'];

/**
 * What a fault leads to: a sentence at the field, with which the same press tries again; a dialog before that; another
 * try by a button, or by itself, at once or after a dialog; the flow anew, at once or after a dialog; the login anew;
 * or nothing that keeps anybody.
 */
type Effect =
  | 'told'
  | 'dialog'
  | 'retry'
  | 'by itself'
  | 'dismissed'
  | 'anew'
  | 'over'
  | 'login anew'
  | 'none';

/** Calls that nothing was earned for yet: a 401 is a refusal like any other. */
const FIRST: readonly FlowCall[] = ['link', 'verify', 'leave', 'policy', 'security', 'account'];

export function effectOf(call: FlowCall, fault: Met): Effect {
  if (call === 'contacts') return 'none';
  if (call === 'saveAnswer' || call === 'endLink') return 'retry';
  if (fault === '401' && !FIRST.includes(call)) return call === 'sms' ? 'over' : 'anew';
  if (call === 'sms' || call === 'startSecondAssertion') return 'dialog';
  if (call === 'level') return 'none';
  if (call === 'question' || call === 'questions') return 'retry';
  // A refusal says that it is not the present password (decision 122).
  if (call === 'inUse' && fault === '400') return 'none';
  return 'told';
}

/** A poll is repeated, and so is that of a push whose result is unknown. */
export function effectOnPush(call: FlowCall, fault: Met): Effect {
  if (fault === '401') return call === 'startSecondAssertion' ? 'anew' : 'over';
  if (call === 'checkPush' && fault !== '400') return 'by itself';
  return call === 'startSecondAssertion' && fault === 'no network' ? 'dismissed' : 'dialog';
}

/** The token is that of the login, which is over with it. */
export function effectOnExpiry(call: FlowCall, fault: Met): Effect {
  if (fault === '401') return 'login anew';
  return call === 'security' ? 'none' : effectOf(call, fault);
}

/** Breaks a call until it is mended. */
function breakCall({ answers }: Server, call: FlowCall, fault: Met) {
  const good = answers[call];
  let isMet = false;
  answers[call] = () => {
    isMet = true;
    return FAULTS[fault]();
  };
  return {
    mend: () => void Object.assign(answers, { [call]: good }),
    expectMet: () => waitFor(() => expect(isMet, call).toBe(true)),
  };
}

/** Meets what a fault leads to, and makes it good. */
async function meet(page: LoadedPage, effect: Effect, mend: () => void): Promise<void> {
  if (effect === 'told') {
    await waitFor(() =>
      expect(screen.getAllByRole('alert').some(({ textContent }) => textContent !== '')).toBe(true),
    );
  }
  if (effect === 'dialog' || effect === 'dismissed' || effect === 'over') {
    await screen.findByRole('dialog', { name: (name) => name !== page.say('push.title') });
    mend();
    await page.press('action.ok');
  }
  if (effect === 'by itself') await screen.findByText(page.say('push.cutOff'));
  if (effect === 'login anew') await page.press('session.leave');
  if (effect === 'retry') await screen.findByRole('button', { name: page.say('action.retry') });
  if (effect === 'anew' || effect === 'over') await screen.findByText(page.say('passwordFlow.restarted'));
  mend();
  if (effect === 'retry') await page.press('action.retry');
}

type Step = {
  readonly calls: readonly FlowCall[];
  readonly take: (page: LoadedPage) => Promise<void>;
};

type EffectOf = (call: FlowCall, fault: Met) => Effect;

/** After these the same press makes the call again. */
const isToldThere = (effect: Effect): boolean => effect === 'told' || effect === 'dialog';
/** After these the flow or the login begins anew. */
const isOver = (effect: Effect): boolean => effect === 'anew' || effect === 'over' || effect === 'login anew';

/**
 * Takes steps until the last. Each call of `faulty` meets the fault once, where a step makes it, and the step is taken
 * again where that is the way.
 */
export async function walkThrough(
  page: LoadedPage,
  server: Server,
  steps: readonly Step[],
  faulty: readonly FlowCall[],
  fault: Met,
  effectOn: EffectOf,
): Promise<void> {
  for (const step of steps) {
    let isTaken = false;
    for (const call of faulty.filter((name) => step.calls.includes(name))) {
      const { mend, expectMet } = breakCall(server, call, fault);
      const effect = effectOn(call, fault);
      await step.take(page);
      await expectMet();
      await meet(page, effect, mend);
      if (isOver(effect)) {
        if (steps === RESET) await page.press('action.next');
        if (steps === EXPIRY) await page.enterId();
        return walkThrough(page, server, steps, [], fault, effectOn);
      }
      isTaken = !isToldThere(effect);
    }
    if (!isTaken) await step.take(page);
  }
}

export const CREATION: readonly Step[] = [
  { calls: ['link', 'security', 'contacts'], take: (page) => page.enterId() },
  { calls: ['verify', 'leave'], take: tellNames },
  { calls: ['sms'], take: sendCode },
  { calls: ['startSecondAssertion', 'questions'], take: enterCode },
  { calls: ['level'], take: answerQuestion },
  { calls: ['create', 'saveAnswer', 'endLink'], take: savePassword },
];

export const RESET: readonly Step[] = [
  { calls: ['question'], take: (page) => choose(page, 'questions') },
  { calls: ['answer'], take: answerQuestion },
  { calls: ['inUse', 'change'], take: savePassword },
];

export const PUSH: readonly Step[] = [
  { calls: [], take: (page) => page.enterId() },
  { calls: [], take: tellNames },
  { calls: ['requestPush', 'checkPush', 'startSecondAssertion'], take: askPush },
  { calls: [], take: savePassword },
];

export const EXPIRY: readonly Step[] = [
  { calls: ['security', 'level'], take: (page) => page.enterPassword() },
  { calls: ['inUse', 'change'], take: savePassword },
];

export const IDENTIFIED: readonly Step[] = [
  { calls: ['policy', 'security', 'account'], take: (page) => page.enterId() },
];

/**
 * The calls that one journey meets a fault with: all after which its step is taken again, and of those after which it
 * goes on one a step. What begins the flow anew has a journey of its own.
 */
function journeysOf(
  steps: readonly Step[],
  fault: Met,
  effectOn: EffectOf,
): readonly (readonly FlowCall[])[] {
  const calls = steps.flatMap((step) => step.calls);
  const alone = calls.filter((call) => isOver(effectOn(call, fault)));
  // Where not everything is met, every other of them: what begins anew is the same for all.
  const ending = alone.filter((_, row) => row % 2 === 0).map((call) => [call]);
  const again = calls.filter((call) => isToldThere(effectOn(call, fault)));
  const on = steps.map((step) => step.calls.filter((call) => !alone.includes(call) && !again.includes(call)));
  const rounds = Math.max(again.length > 0 ? 1 : 0, ...on.map(({ length }) => length));
  const going = Array.from({ length: rounds }, (_, round) => [
    ...(round === 0 ? again : []),
    ...on.flatMap((each) => each.slice(round, round + 1)),
  ]);
  return [...going, ...ending];
}

/** Every call with every fault; in the whole run each in a journey of its own. */
export const casesOf = (steps: readonly Step[], effectOn: EffectOf) =>
  MET.flatMap((fault, column) => {
    const journeys = IS_WHOLE
      ? steps.flatMap(({ calls }) => calls.map((call) => [call]))
      : journeysOf(steps, fault, effectOn);
    return journeys.map(
      (calls, row) => [calls.join(', '), fault, (row + column) % 2 === 0 ? 'ko' : 'en', calls] as const,
    );
  });
