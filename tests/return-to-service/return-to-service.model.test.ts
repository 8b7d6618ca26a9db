import { cases } from '#cases/return-to-service/return-to-service.cases.ts';
import { PORTAL } from '#cases/samples.ts';
import { returnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(returnToServiceMachine, {
  inputs: {
    'the target is a web address': { to: 'https://service.example/cb', base: PORTAL, skipsReauth: false },
    'the target is a path of the portal': { to: '/oauth2/authorize/1', base: PORTAL, skipsReauth: true },
    'the target is a script': { to: 'javascript:alert(1)', base: PORTAL, skipsReauth: false },
    'the person declines the request': {
      to: `${PORTAL}/oauth2/authorize/1`,
      base: PORTAL,
      skipsReauth: false,
      declines: true,
    },
    'there is no target': { to: '', base: PORTAL, skipsReauth: false },
  },
  ...cases,
});
