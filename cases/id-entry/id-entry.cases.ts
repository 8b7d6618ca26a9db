import type { Cases } from '#cases/cases.ts';
import { FAILURES, policy } from '#cases/samples.ts';
import type { IdEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { success } from '#machines/shared/result.ts';
import {
  ANSWER_WITHOUT_USER_HANDLE,
  ASSERTION_ANSWER,
  ASSERTION_REQUEST,
  CONFIG_WITH_ID_AND_PASSKEY,
} from './input.ts';

const IDENTIFIED = [success({ userId: 'kim', policy: policy() }), ...FAILURES];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'identity.submitted', userId: ' ' },
    { type: 'identity.submitted', userId: ' kim ' },
    { type: 'identity.edited' },
    { type: 'client.received', config: CONFIG_WITH_ID_AND_PASSKEY },
    { type: 'mode.chosen', mode: 'passkey' },
    { type: 'mode.chosen', mode: 'id' },
    { type: 'passkey.request' },
  ],
  answers: {
    checkPolicy: IDENTIFIED,
    recognise: IDENTIFIED,
    startAssertion: [success(ASSERTION_REQUEST), ...FAILURES],
    getAssertion: [ASSERTION_ANSWER, ANSWER_WITHOUT_USER_HANDLE, { kind: 'cancelled' }, { kind: 'failed' }],
    suggestPasskeys: [
      ASSERTION_ANSWER,
      ANSWER_WITHOUT_USER_HANDLE,
      { kind: 'cancelled' },
      { kind: 'failed' },
    ],
    probeSuggestions: [true, false],
    awaitAttention: [undefined],
  },
} satisfies Cases<IdEntryMachine>;
