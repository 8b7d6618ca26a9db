import { describeModel } from '#tests/support/model/describe.ts';
import { SERVICE } from '#tests/support/model/samples.ts';
import { cases } from './client.cases.ts';
import { untold } from './input.ts';

describeModel(untold, {
  inputs: {
    'a service is known': { clientId: SERVICE },
    'no service is known': { clientId: '' },
  },
  ...cases,
});
