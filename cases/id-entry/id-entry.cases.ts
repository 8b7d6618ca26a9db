import type { Cases } from '#cases/cases.ts';
import { FAILURES, policy } from '#cases/samples.ts';
import type { IdEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { success } from '#machines/shared/result.ts';
import { ASSERTION_ANSWER, ID_AND_PASSKEY, REQUEST, WITHOUT_USER_HANDLE } from './input.ts';

const IDENTIFIED = [success({ userId: 'kim', policy: policy() }), ...FAILURES];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'identity.submitted', userId: ' ' },
    { type: 'identity.submitted', userId: ' kim ' },
    { type: 'identity.edited' },
    { type: 'client.received', config: ID_AND_PASSKEY },
    { type: 'mode.chosen', mode: 'passkey' },
    { type: 'mode.chosen', mode: 'id' },
    { type: 'passkey.request' },
  ],
  answers: {
    checkPolicy: IDENTIFIED,
    recognise: IDENTIFIED,
    startAssertion: [success(REQUEST), ...FAILURES],
    getAssertion: [ASSERTION_ANSWER, WITHOUT_USER_HANDLE, { kind: 'cancelled' }, { kind: 'failed' }],
    suggestPasskeys: [ASSERTION_ANSWER, WITHOUT_USER_HANDLE, { kind: 'cancelled' }, { kind: 'failed' }],
    probeSuggestions: [true, false],
    awaitAttention: [undefined],
  },
} satisfies Cases<IdEntryMachine>;
