import { methodInput } from '#cases/samples.ts';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { SentCodeInput } from '#machines/sent-code/sent-code.setup.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';

export const input = (changes: Partial<SentCodeInput> = {}): SentCodeInput => ({
  ...methodInput({ boxes: NO_BOXES }),
  tokenCode: '1',
  contacts: ['010-****-5678'],
  sendToken: '',
  autoStarts: false,
  validUntil: null,
  ...changes,
});

/** The input of a person whose default method sends its code automatically. */
export const AUTO = { boxes: { always: true, alwaysSend: true }, autoStarts: true } as const;

/** The machine without an action that stores the deadline. */
export const machineWithoutStorage = sentCodeMachine.provide({ actions: { storePending: () => undefined } });
