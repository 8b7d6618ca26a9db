import { type SentCodeInput, sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { SERVICE } from '#tests/support/model/samples.ts';

export const input = (changes: Partial<SentCodeInput> = {}): SentCodeInput => ({
  userId: 'kim',
  clientId: SERVICE,
  tokenCode: '1',
  contacts: ['010-****-5678'],
  isFixed: false,
  alwaysSend: false,
  startsAlone: false,
  hasOtherMethods: true,
  validUntil: null,
  ...changes,
});

/** The machine where nobody keeps the deadline. */
export const unkept = sentCodeMachine.provide({ actions: { keepPending: () => undefined } });
