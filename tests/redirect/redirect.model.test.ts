import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES, rejected, summary } from '#tests/support/model/samples.ts';

const came = (changes: Parameters<typeof summary>[0]) => success({ summary: summary(changes), at: 0 });

describeModel(redirectMachine, {
  inputs: { 'a request may be pending': undefined },
  events: [
    { type: 'redirect.continue' },
    { type: 'redirect.stay' },
    { type: 'redirect.retry' },
    { type: 'account.switch' },
  ],
  answers: {
    fetchSummary: [
      came({}),
      came({ hasOpenIdScope: false, hasServiceId: true }),
      came({ hasOpenIdScope: false }),
      came({ isAlreadyAuth: true }),
      came({ isAlreadyAuth: true, redirectUrl: '' }),
      failed(rejected('000', 404)),
      failed(rejected('', 401)),
      ...FAILURES,
    ],
  },
});
