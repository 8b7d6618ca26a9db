import type { Cases } from '#cases/cases.ts';
import { CREATION_REQUEST } from '#cases/register-passkey/register-passkey.cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { OfferPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const NOT_ALLOWED = failed(rejected('notAllowed', 403));

const CREATION_OUTCOMES = [
  { kind: 'created', credential: { id: 'made' } },
  { kind: 'cancelled' },
  { kind: 'alreadyRegistered' },
  { kind: 'failed' },
] as const;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'offer.accepted' },
    { type: 'offer.declined', offerAgain: 'later' },
    { type: 'offer.declined', offerAgain: 'never' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    checkSupport: ['conditional', 'prompted', 'none'],
    startCreation: [success(CREATION_REQUEST), NOT_ALLOWED, ...FAILURES],
    createConditionally: CREATION_OUTCOMES,
    createPasskey: CREATION_OUTCOMES,
    finishCreation: [success({}), NOT_ALLOWED, failed(rejected('passkeyTaken', 409)), ...FAILURES],
    decline: [success({}), ...FAILURES],
  },
} satisfies Cases<OfferPasskeyMachine>;
