import type { AnyEventObject, AnyMachineSnapshot, SnapshotFrom } from 'xstate';
import { type PhoneMachine, phoneMachine } from '#machines/phone/phone.machine.ts';

/** The machine without the port that stores the language. */
export const testMachine = phoneMachine.provide({ actions: { storeLanguage: () => undefined } });

/** The part of the context that transitions depend on; the rest is only shown. */
export const project = ({ context }: SnapshotFrom<PhoneMachine>) => {
  const {
    accounts,
    link,
    isAdding,
    problem,
    failure,
    request,
    accountToRemove,
    notifications,
    unusableLink,
    camera,
    login,
    loginAccount,
    lock,
    shownPeriods,
    remainingTries,
  } = context;
  const { clientKey, characters, comparisonDigits } = context;
  return {
    accounts,
    link,
    isAdding,
    problem,
    failure: failure !== null,
    request,
    accountToRemove,
    canBeNotified: ['off', 'failed'].includes(notifications),
    unusableLink: unusableLink?.kind,
    camera,
    login: login !== null,
    loginAccount,
    lock,
    shownPeriods: lock.coversCodes ? shownPeriods : 0,
    hasNoTries: remainingTries === 0,
    offline: [clientKey, characters, comparisonDigits],
  };
};

/** Whether the tests of every path send the event: changes of the codes between two polls, and notifications with a lock, are left out, since they do not depend on each other. */
export const accepts = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  !(type.startsWith('xstate.after.untilNextCode') && snapshot.matches({ home: { requests: 'waiting' } })) &&
  (!/notifications/i.test(type) || ['unset', 'off'].includes(snapshot.context.lock.kind));
