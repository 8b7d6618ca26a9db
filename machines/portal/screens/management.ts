import { managementInput } from '#machines/portal/management-rules.ts';
import { lazyScreen } from '#machines/portal/screen.ts';

export const management = lazyScreen('management', {
  description: 'The management of factors: password, identity check, registration.',
  meta: { path: '/{step}/management{type}', title: 'title.management' },
  entry: { type: 'beginIdentityCheck', params: 'authForLogin' },
  exit: 'endIdentityCheck',
  running: { description: 'The management is shown.' },
  input: ({ context }) => managementInput(context),
  onDone: [
    {
      guard: { type: 'wantsSignIn', params: ({ event }) => event.output },
      target: '#portal.renewing',
      actions: 'setManagementUrl',
    },
    { guard: 'hasBegunAtHome', target: '#portal.signed-in' },
    { guard: 'isLoggedIn', target: '#portal.return-to-service', actions: 'resumeReturn' },
    {
      guard: { type: 'hasChange', params: ({ event }) => event.output },
      target: '#portal.renewing',
      actions: { type: 'setManaged', params: ({ event }) => event.output },
    },
    { guard: 'isManagementAtSecondStep', target: '#portal.second-factor', actions: 'leaveManagement' },
    { guard: 'hasBegunAtIdEntry', target: '#portal.id-entry.withRequest', actions: 'leaveManagement' },
    { target: '#portal.routeByAddress', actions: 'leaveManagement' },
  ],
});
