import { success } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { clientConfig, FAILURES, SERVICE } from '#tests/support/model/samples.ts';
import { untold } from './input.ts';

describeModel(untold, {
  inputs: {
    'a service is known': { clientId: SERVICE },
    'no service is known': { clientId: '' },
  },
  events: [
    { type: 'client.wanted', clientId: SERVICE },
    { type: 'client.wanted', clientId: 'other-service' },
    { type: 'client.wanted', clientId: '' },
    { type: 'language.chosen' },
  ],
  answers: { fetchClientConfig: [success(clientConfig()), ...FAILURES] },
});
