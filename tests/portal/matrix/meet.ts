import type { MessageLanguage } from '#src/app/messages.ts';
import { type CallRow, isSaid } from './calls.ts';
import { FAULTS, type Fault, type FaultName, restore } from './faults.ts';
import { LAWS, pageNow, titleNow } from './laws.ts';
import { type ExpectedMessages, FORGED } from './sentences.ts';
import {
  becomesTrue,
  canBeMadeAgain,
  collectErrors,
  dismissDialogs,
  isMadeAgain,
  leaveScreen,
  openStage,
  QUIET_TURNS,
  type Stage,
  settle,
  speedUpTimers,
  waitTurns,
} from './stage.ts';

/** How the 010 family names the way of an approval, by the screen on which it failed. */
const WAYS = ['push', 'qr', 'untold'];

/** The defaults of a text when the answer has no value. */
const UNTOLD = { remaining: 0 };

/** A call, and what a person reads when it has met a fault. */
type CallCase = { readonly row: CallRow; readonly says: ExpectedMessages };

/** Makes the call meet its fault once, and checks the laws. */
async function meet(
  { row, says }: CallCase,
  stage: Stage,
  made: number,
  name: FaultName,
): Promise<readonly string[]> {
  const fault: Fault = FAULTS[name];
  if (!(await becomesTrue(() => stage.made > made))) return [`${name}: the call is not made`];
  let left: string | null = null;
  const twice: string[] = [];
  if (fault.meanwhile) {
    await waitTurns(QUIET_TURNS);
    const once = stage.made;
    await fault.meanwhile(stage.page);
    await waitTurns(QUIET_TURNS);
    if (fault.harm === 'none' && stage.made > once) twice.push('a call that is on its way is not made again');
    const isGone = fault.harm === 'late' && titleNow() !== stage.before.title;
    left = isGone ? titleNow() : null;
    // What the person has done since is no news of the answer.
    stage.before =
      fault.harm === 'late'
        ? { ...stage.before, focus: document.activeElement }
        : { ...pageNow(), typed: stage.before.typed };
    stage.release();
  }
  await settle();
  const { before } = stage;
  const sentence = { ...FORGED, ...says }[name];
  const violated = () => {
    const isDone = fault.harm !== 'late' && row.isDone(stage.page);
    const isRead = !sentence || WAYS.some((way) => isSaid(sentence, { ...UNTOLD, way })(stage.page));
    const found = {
      harm: fault.harm,
      before,
      isDone,
      isQuiet: Boolean(row.quiet ?? row.answered?.[name]),
      repeats: Boolean(row.repeats),
      takesRefusals: Boolean(row.takesRefusals),
    };
    const broken = Object.entries(LAWS).flatMap(([law, holds]) => (holds(found) ? [] : [law]));
    return isRead ? broken : [...broken, `"${sentence}" is not said`];
  };
  await becomesTrue(() => violated().length === 0);
  const moved = left !== null && left !== titleNow() ? ['an answer leads nobody who has left'] : [];
  const focus = document.activeElement?.outerHTML.slice(0, 60);
  return [...violated(), ...moved, ...twice].map(
    (law) => `${name}: ${law} (at "${titleNow()}", focus ${focus})`,
  );
}

/** Faults after which the page is another one. */
const ENDING: readonly Fault['harm'][] = ['late', 'forged'];

/**
 * Has a call meet faults, one after the other where a person would make it again, and at last none.
 * @returns the laws that did not hold
 */
export async function meetAll(
  callCase: CallCase,
  language: MessageLanguage,
  names: readonly FaultName[],
): Promise<readonly string[]> {
  const { row } = callCase;
  const timers = speedUpTimers();
  const { errors, end } = collectErrors();
  const problems: string[] = [];
  let stage: Stage | null = null;
  let wasStrange = false;
  for (const name of names) {
    const fault: Fault = FAULTS[name];
    let made = 0;
    if (stage) {
      made = stage.made;
      stage.fault = fault;
      stage.isAnswerReleased = false;
      fault.before?.();
      if (!(await isMadeAgain(row, stage))) {
        // What was answered may be an answer: that there is nothing to do here, but to go back.
        if (!wasStrange || !(await leaveScreen(stage)))
          problems.push(`before ${name}: nothing makes the call again at "${titleNow()}"`);
        stage = null;
      }
    }
    wasStrange = fault.harm === 'strange';
    if (!stage) {
      stage = openStage(row, language, fault, timers);
      made = 0;
      await row.reach?.(stage.page);
      await row.make?.(stage.page);
    }
    problems.push(...(await meet(callCase, stage, made, name)));
    problems.push(...new Set(errors.splice(0).map((said) => `${name}: on the console: ${said}`)));
    const isOver = ENDING.includes(fault.harm) || name === 'an answer in the language before';
    const { before } = stage;
    if (!row.isDone(stage.page)) {
      restore();
      await settle();
      await dismissDialogs(stage);
    }
    const isElsewhere = titleNow() !== before.title && before.title !== '';
    if (isOver || row.isDone(stage.page)) stage = null;
    else if (isElsewhere || !canBeMadeAgain(row, stage)) {
      if (!(await leaveScreen(stage))) problems.push(`${name}: no way leads on from "${titleNow()}"`);
      stage = null;
    }
  }
  if (stage) {
    stage.fault = null;
    const { page } = stage;
    await isMadeAgain(row, stage);
    if (!(await becomesTrue(() => row.isDone(page))))
      problems.push(`made good: it does not go on at "${titleNow()}"`);
  }
  restore();
  end();
  return problems;
}
