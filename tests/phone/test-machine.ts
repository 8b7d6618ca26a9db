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
    accountToRemove: leaving,
    notifications,
    unusableLink,
    camera,
    login,
    loginAccount,
    lock,
    shownPeriods: rounds,
    tries,
  } = context;
  const { clientKey, characters, comparisonDigits } = context;
  return {
    accounts,
    link,
    isAdding,
    problem,
    failure: failure !== null,
    request,
    leaving,
    canBeNotified: ['off', 'failed'].includes(notifications),
    unusableLink: unusableLink?.kind,
    camera,
    login: login !== null,
    loginAccount,
    lock,
    rounds: lock.coversCodes ? rounds : 0,
    isOver: tries === 0,
    offline: [clientKey, characters, comparisonDigits],
  };
};

/** Polls end before the codes change. Notifications do not depend on the lock: they are tested without one. */
export const accepts = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  !(type.startsWith('xstate.after.untilNextCode') && snapshot.matches({ home: { requests: 'waiting' } })) &&
  (!/notifications/i.test(type) || ['unset', 'off'].includes(snapshot.context.lock.kind));
