import type { Cases } from '#cases/cases.ts';
import { REQUEST } from '#cases/register-passkey/register-passkey.cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { OfferPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const OVER = failed(rejected('notAllowed', 403));

const MADE = [
  { kind: 'made', credential: { id: 'made' } },
  { kind: 'cancelled' },
  { kind: 'known' },
  { kind: 'failed' },
] as const;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'passkey.wanted' },
    { type: 'offer.declined', until: 'later' },
    { type: 'offer.declined', until: 'never' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    checkSupport: ['conditional', 'prompted', 'none'],
    startCreation: [success(REQUEST), OVER, ...FAILURES],
    createConditionally: MADE,
    createPasskey: MADE,
    finishCreation: [success({}), OVER, failed(rejected('passkeyTaken', 409)), ...FAILURES],
    decline: [success({}), ...FAILURES],
  },
} satisfies Cases<OfferPasskeyMachine>;
