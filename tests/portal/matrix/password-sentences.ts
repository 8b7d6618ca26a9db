import type { PASSWORD_FLOW_CALLS } from './password-calls.ts';
import { type ExpectedMessages, messagesFor, sameMessageFor, spread } from './sentences.ts';

/** After the loss of the former steps, the flow restarts with them. */
const RESTARTED = { unauthorized: 'passwordFlow.restarted', outdated: 'passwordFlow.restarted' } as const;

/** Codes of a call that knows one refusal alone. */
const ONE_REFUSAL = [
  'a refusal 000',
  'a refusal 001_1 with counters',
  'a refusal 005_1',
  'a refusal 010_3',
  'a refusal 013_1',
  'a refusal with a code of nobody',
  '400',
] as const;
const only = (key: NonNullable<ExpectedMessages['400']>): ExpectedMessages =>
  Object.fromEntries(ONE_REFUSAL.map((fault) => [fault, key]));

const QUESTIONS = messagesFor({ refused: 'questions.failed', ...RESTARTED }, { '404': 'error.noQnA' });

/** Without an answer it is unknown whether the password was saved. */
const SAVING = {
  refused: 'passwordSetup.refused',
  ...RESTARTED,
  unreachable: 'passwordSetup.unanswered',
} as const;

/** The message when a password is created or changed, by call; a call without a row shows none. */
export const PASSWORD_SENTENCES: Readonly<
  Partial<Record<keyof typeof PASSWORD_FLOW_CALLS, ExpectedMessages>>
> = {
  'GET /data/sso/setting/password-security': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'GET /data/sso/accounts/{userId}': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'POST /data/sso/accounts/{userId}/verification': messagesFor(
    { refused: 'info.failure.authentication.failure' },
    { ...only('info.failure.noMatch'), 'a refusal 016': 'info.failure.noMatch' },
  ),
  'POST /auth/oauth2/mfa/check, identity': messagesFor({
    refused: 'info.failure.otp.authentication',
    unauthorized: RESTARTED.unauthorized,
  }),
  'POST /data/sso/password/ak/verification': messagesFor(
    { refused: 'explanation.enterID.failure.invalid', outdated: 'explanation.enterID.failure.invalid' },
    only('explanation.enterID.failure.invalid'),
  ),
  'GET /data/sso/password/questions': QUESTIONS,
  'GET /data/sso/password/questions/{userId}': QUESTIONS,
  'POST /data/sso/password/answer/verification': messagesFor(
    { refused: 'info.failure.authentication.failure', ...RESTARTED },
    only('explanation.QnA.failure.notMatch'),
  ),
  'GET /pw/level': spread(RESTARTED),
  // A no but for the right to ask says that it is not the present password: the saving goes on.
  'POST /pw/in-use': {
    ...spread({
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
