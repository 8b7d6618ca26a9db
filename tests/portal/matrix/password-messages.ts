import { type ExpectedMessages, messagesFor, messagesOfGroups, sameMessageFor } from './expected-messages.ts';
import type { PASSWORD_FLOW_CALLS } from './password-calls.ts';

/** The flow restarts when the server no longer knows its former steps. */
const RESTARTED = { unauthorized: 'passwordFlow.restarted', outdated: 'passwordFlow.restarted' } as const;

/** Refusals that a call with only one kind of refusal treats the same. */
const ONE_REFUSAL = [
  'a refusal 000',
  'a refusal 001_1 with counters',
  'a refusal 005_1',
  'a refusal 010_3',
  'a refusal 013_1',
  'a refusal with an unknown code',
  '400',
] as const;
const sameForAllRefusals = (key: NonNullable<ExpectedMessages['400']>): ExpectedMessages =>
  Object.fromEntries(ONE_REFUSAL.map((fault) => [fault, key]));

const QUESTIONS = messagesFor({ refused: 'questions.failed', ...RESTARTED }, { '404': 'error.noQnA' });

/** Without an answer it is unknown whether the password was saved. */
const SAVING = {
  refused: 'passwordSetup.refused',
  ...RESTARTED,
  unreachable: 'passwordSetup.unanswered',
} as const;

/** The message when a password is created or changed, by call; a call without a row shows none. */
export const PASSWORD_MESSAGES: Readonly<
  Partial<Record<keyof typeof PASSWORD_FLOW_CALLS, ExpectedMessages>>
> = {
  'GET /data/sso/setting/password-security': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'GET /data/sso/accounts/{userId}': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'POST /data/sso/accounts/{userId}/verification': messagesFor(
    { refused: 'info.failure.authentication.failure' },
    { ...sameForAllRefusals('info.failure.noMatch'), 'a refusal 016': 'info.failure.noMatch' },
  ),
  'POST /auth/oauth2/mfa/check, identity': messagesFor({
    refused: 'info.failure.otp.authentication',
    unauthorized: RESTARTED.unauthorized,
  }),
  'POST /data/sso/password/ak/verification': messagesFor(
    { refused: 'explanation.enterID.failure.invalid', outdated: 'explanation.enterID.failure.invalid' },
    sameForAllRefusals('explanation.enterID.failure.invalid'),
  ),
  'GET /data/sso/password/questions': QUESTIONS,
  'GET /data/sso/password/questions/{userId}': QUESTIONS,
  'POST /data/sso/password/answer/verification': messagesFor(
    { refused: 'info.failure.authentication.failure', ...RESTARTED },
    sameForAllRefusals('explanation.QnA.failure.notMatch'),
  ),
  'GET /pw/level': messagesOfGroups(RESTARTED),
  // A refusal, unless the call is not allowed, means that it is not the current password: saving continues.
  'POST /pw/in-use': {
    ...messagesOfGroups({
      unauthorized: 'passwordFlow.restarted',
      busy: 'info.failure.busy',
      trouble: 'info.failure.trouble',
      unreachable: 'passwordSetup.unanswered',
    }),
    '403': 'passwordSetup.refused',
  },
  'PUT /pw': messagesFor(SAVING),
  'POST /pw': messagesFor(SAVING),
  'POST /pw/answer': sameMessageFor('urlPassword.unfinished'),
  'POST /pw/init': sameMessageFor('urlPassword.unfinished'),
};
