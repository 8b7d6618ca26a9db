import type { Cases } from '#cases/cases.ts';
import { authSummary, FAILURES, LAST_SIGN_IN, rejected } from '#cases/samples.ts';
import type { RedirectMachine } from '#machines/redirect/redirect.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const summaryAnswer = (changes: Parameters<typeof authSummary>[0]) =>
  success({ summary: authSummary(changes), at: 0 });

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'redirect.continue' },
    { type: 'redirect.stay' },
    { type: 'redirect.retry' },
    { type: 'account.switch' },
    { type: 'overview.open' },
  ],
  answers: {
    fetchSummary: [
      summaryAnswer({}),
      summaryAnswer({ hasOpenIdScope: false, hasServiceId: true }),
      summaryAnswer({ hasOpenIdScope: false }),
      summaryAnswer({ isAlreadyAuth: true, userId: 'kim', lastSignIn: LAST_SIGN_IN }),
      summaryAnswer({ isAlreadyAuth: true, redirectUrl: '' }),
      success({
        summary: authSummary({ isAlreadyAuth: true, userId: 'kim' }),
        at: 0,
        isCountdownStopped: true,
      }),
      failed(rejected('000', 404)),
      failed(rejected('', 401)),
      ...FAILURES,
    ],
  },
} satisfies Cases<RedirectMachine>;
