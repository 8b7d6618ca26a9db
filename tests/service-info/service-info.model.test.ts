import { SERVICE } from '#cases/samples.ts';
import { cases } from '#cases/service-info/service-info.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { silentServiceInfo } from './silent-service-info.ts';

describeModel(silentServiceInfo, {
  inputs: {
    'a service is known': { clientId: SERVICE },
    'no service is known': { clientId: '' },
  },
  ...cases,
});
