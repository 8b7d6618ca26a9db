import type { MessageLanguage } from '#src/app/messages.ts';
import { type CallRow, showsText } from './calls.ts';
import { type ExpectedMessages, FORGED_MESSAGES } from './expected-messages.ts';
import { FAULTS, type Fault, type FaultName, restoreNetwork } from './faults.ts';
import { currentPage, currentTitle, LAWS } from './laws.ts';
import {
  becomesTrue,
  canRepeatCall,
  collectErrors,
  dismissDialogs,
  leaveScreen,
  openTestedPage,
  QUIET_TICKS,
  repeatCall,
  settle,
  speedUpTimers,
  type TestedPage,
  waitTicks,
} from './tested-page.ts';

/** The values of `way` in the messages of the codes 010 to 010_6: the screen on which an approval failed. */
const APPROVAL_WAYS = ['push', 'qr', 'untold'];

/** The values of a text when the answer has none. */
const DEFAULT_VALUES = { remaining: 0 };

/** A call, and the message that a person reads after each fault. */
type CallCase = { readonly row: CallRow; readonly messages: ExpectedMessages };

/** Waits for the call that is answered with the fault, and checks the laws after it. */
async function checkFault(
  { row, messages }: CallCase,
  tested: TestedPage,
  callsBefore: number,
  name: FaultName,
): Promise<readonly string[]> {
  const fault: Fault = FAULTS[name];
  if (!(await becomesTrue(() => tested.callCount > callsBefore))) return [`${name}: the call is not made`];
  let titleAfterLeaving: string | null = null;
  const repeatedCalls: string[] = [];
  if (fault.meanwhile) {
    await waitTicks(QUIET_TICKS);
    const callCount = tested.callCount;
    await fault.meanwhile(tested.page);
    await waitTicks(QUIET_TICKS);
    if (fault.kind === 'harmless' && tested.callCount > callCount)
      repeatedCalls.push('a pending call was repeated');
    const hasLeft = fault.kind === 'late' && currentTitle() !== tested.before.title;
    titleAfterLeaving = hasLeft ? currentTitle() : null;
    // What the person has changed since the call is not an effect of the answer.
    tested.before =
      fault.kind === 'late'
        ? { ...tested.before, focus: document.activeElement }
        : { ...currentPage(), fields: tested.before.fields };
    tested.release();
  }
  await settle();
  const { before } = tested;
  const message = { ...FORGED_MESSAGES, ...messages }[name];
  const violatedLaws = () => {
    const isDone = fault.kind !== 'late' && row.isDone(tested.page);
    const isShown =
      !message || APPROVAL_WAYS.some((way) => showsText(message, { ...DEFAULT_VALUES, way })(tested.page));
    const observation = {
      kind: fault.kind,
      before,
      isDone,
      isQuiet: Boolean(row.silenceReason ?? row.validAnswers?.[name]),
      repeats: Boolean(row.repeats),
      acceptsRefusals: Boolean(row.reasonToAcceptRefusals),
    };
    const laws = Object.entries(LAWS).flatMap(([law, isKept]) => (isKept(observation) ? [] : [law]));
    return isShown ? laws : [...laws, `"${message}" is not shown`];
  };
  await becomesTrue(() => violatedLaws().length === 0);
  const lateScreenChanges =
    titleAfterLeaving !== null && titleAfterLeaving !== currentTitle()
      ? ['a late answer has changed the screen']
      : [];
  const focus = document.activeElement?.outerHTML.slice(0, 60);
  return [...violatedLaws(), ...lateScreenChanges, ...repeatedCalls].map(
    (law) => `${name}: ${law} (at "${currentTitle()}", focus ${focus})`,
  );
}

/** Kinds of faults that lead to another page. */
const PAGE_CHANGING: readonly Fault['kind'][] = ['late', 'forged'];

/**
 * Tests a call with faults one after the other, where a person would repeat the call, and at last with a good answer.
 * @returns the violated laws
 */
export async function checkFaults(
  callCase: CallCase,
  language: MessageLanguage,
  names: readonly FaultName[],
): Promise<readonly string[]> {
  const { row } = callCase;
  const timers = speedUpTimers();
  const { errors, end } = collectErrors();
  const problems: string[] = [];
  let tested: TestedPage | null = null;
  let wasMisshapen = false;
  for (const name of names) {
    const fault: Fault = FAULTS[name];
    let callsBefore = 0;
    if (tested) {
      callsBefore = tested.callCount;
      tested.fault = fault;
      tested.isAnswerReleased = false;
      fault.before?.();
      if (!(await repeatCall(row, tested))) {
        // A misshapen answer may mean that nothing can be done on this screen, except to leave it.
        if (!wasMisshapen || !(await leaveScreen(tested)))
          problems.push(`before ${name}: the call cannot be repeated at "${currentTitle()}"`);
        tested = null;
      }
    }
    wasMisshapen = fault.kind === 'misshapen';
    if (!tested) {
      tested = openTestedPage(row, language, fault, timers);
      callsBefore = 0;
      await row.reach?.(tested.page);
      await row.make?.(tested.page);
    }
    problems.push(...(await checkFault(callCase, tested, callsBefore, name)));
    problems.push(...new Set(errors.splice(0).map((error) => `${name}: on the console: ${error}`)));
    const isPageReplaced = PAGE_CHANGING.includes(fault.kind) || name === 'an answer in the former language';
    const { before } = tested;
    if (!row.isDone(tested.page)) {
      restoreNetwork();
      await settle();
      await dismissDialogs(tested);
    }
    const isOtherScreen = currentTitle() !== before.title && before.title !== '';
    if (isPageReplaced || row.isDone(tested.page)) tested = null;
    else if (isOtherScreen || !canRepeatCall(row, tested)) {
      if (!(await leaveScreen(tested))) problems.push(`${name}: no control leaves "${currentTitle()}"`);
      tested = null;
    }
  }
  if (tested) {
    tested.fault = null;
    const { page } = tested;
    await repeatCall(row, tested);
    if (!(await becomesTrue(() => row.isDone(page))))
      problems.push(`after a good answer the page does not continue at "${currentTitle()}"`);
  }
  restoreNetwork();
  end();
  return problems;
}
