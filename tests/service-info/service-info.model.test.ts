import { describeModel } from '#tests/support/model/describe.ts';
import { SERVICE } from '#tests/support/model/samples.ts';
import { untold } from './input.ts';
import { cases } from './service-info.cases.ts';

describeModel(untold, {
  inputs: {
    'a service is known': { clientId: SERVICE },
    'no service is known': { clientId: '' },
  },
  ...cases,
});
