import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { RegisterPasskeyMachine } from '#machines/register-passkey/register-passkey.machine.ts';
import type { CreationRequest } from '#machines/shared/passkey.ts';
import { failed, success } from '#machines/shared/result.ts';

export const CREATION_REQUEST: CreationRequest = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'portal.example', name: 'Portal' },
  user: { id: 'aGFuZGxl', name: 'kim', displayName: 'Kim' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

const NAME_TAKEN = failed(rejected('nameTaken', 409));
const REFUSALS = [
  failed(rejected('notAuthorized', 401)),
  failed(rejected('tooWeak', 403)),
  ...FAILURES,
] as const;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'name.submitted', name: ' ' },
    { type: 'name.submitted', name: 'x'.repeat(21) },
    { type: 'name.submitted', name: 'a\u200db' },
    { type: 'name.submitted', name: 'Laptop' },
    { type: 'name.edited' },
    { type: 'registration.back' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    checkName: [success({}), NAME_TAKEN, ...REFUSALS],
    startCreation: [success(CREATION_REQUEST), NAME_TAKEN, ...REFUSALS],
    createPasskey: [
      { kind: 'created', credential: { id: 'made' } },
      { kind: 'cancelled' },
      { kind: 'alreadyRegistered' },
      { kind: 'failed' },
    ],
    finishCreation: [success({}), NAME_TAKEN, ...REFUSALS],
  },
} satisfies Cases<RegisterPasskeyMachine>;
