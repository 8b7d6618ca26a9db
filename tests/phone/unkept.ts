import type { AnyEventObject, AnyMachineSnapshot, SnapshotFrom } from 'xstate';
import { type PhoneMachine, phoneMachine } from '#machines/phone/phone.machine.ts';

/** The app whose language nobody keeps. */
export const unkept = phoneMachine.provide({ actions: { keepLanguage: () => undefined } });

/** What decides where the app goes; news, codes, tries, records and the language only show. */
export const project = ({ context }: SnapshotFrom<PhoneMachine>) => {
  const {
    accounts,
    link,
    isAdding,
    problem,
    failure,
    request,
    leaving,
    notifications,
    misread,
    camera,
    login,
    signer,
    lock,
    rounds,
    tries,
  } = context;
  const { clientKey, characters, offlineProof } = context;
  return {
    accounts,
    link,
    isAdding,
    problem,
    failure: failure !== null,
    request,
    leaving,
    canBeNotified: ['off', 'failed'].includes(notifications),
    misread: misread?.kind,
    camera,
    login: login !== null,
    signer,
    lock,
    rounds: lock.coversCodes ? rounds : 0,
    isOver: tries === 0,
    offline: [clientKey, characters, offlineProof],
  };
};

/** The pause between two questions ends before the codes change. Notifications do not depend on the lock: without one. */
export const accepts = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  !(type.startsWith('xstate.after.untilNextCode') && snapshot.matches({ home: { requests: 'resting' } })) &&
  (!/notifications/i.test(type) || ['unset', 'off'].includes(snapshot.context.lock.kind));
