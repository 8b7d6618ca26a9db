import type { AnyEventObject, AnyMachineSnapshot, SnapshotFrom } from 'xstate';
import { type PhoneMachine, phoneMachine } from '#machines/phone/phone.machine.ts';

/** The app whose language nobody keeps. */
export const unkept = phoneMachine.provide({ actions: { keepLanguage: () => undefined } });

/** What decides where the app goes; news, codes and the language only show. */
export const project = ({ context }: SnapshotFrom<PhoneMachine>) => {
  const {
    accounts,
    link,
    problem,
    failure,
    request,
    leaving,
    notifications,
    misread,
    camera,
    login,
    signer,
  } = context;
  const { clientKey, characters, offlineProof } = context;
  return {
    accounts,
    link,
    problem,
    failure: failure !== null,
    request,
    leaving,
    notifications,
    misread: misread?.kind,
    camera,
    login: login !== null,
    signer,
    offline: [clientKey, characters, offlineProof],
  };
};

/** The pause between two questions ends before the codes change. */
export const accepts = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  !(type.startsWith('xstate.after.untilNextCode') && snapshot.matches({ home: { requests: 'resting' } }));
