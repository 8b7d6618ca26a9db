import { portalSetup } from './portal.setup.ts';

export const beginAgain = portalSetup.createStateConfig({
  description: 'The login is outdated and must be restarted.',
  always: [
    {
      guard: 'isUnknownUser',
      target: 'id-entry.atFirst',
      actions: { type: 'restartFirstStep', params: 'remark.policyChanged' },
    },
    {
      guard: 'showsReason',
      target: 'id-entry.atFirst',
      actions: ['setOutcomeFailure', 'dropOutcome'],
    },
    {
      guard: 'hasRestarted',
      target: 'error-page',
      actions: ['dropOutcome', { type: 'setErrorReason', params: 'unauthorized' }],
    },
    { target: 'renewing', actions: { type: 'restartFirstStep', params: 'remark.policyChanged' } },
  ],
});

export const afterLogin = portalSetup.createStateConfig({
  description: 'The login is complete. A new password may be required before the service opens.',
  entry: 'storeLogin',
  always: [
    {
      guard: 'mustChangePassword',
      target: 'password-expiry',
    },
    { guard: 'mustEndSignIns', target: 'end-sign-ins' },
    {
      guard: 'hasManagementUrl',
      target: 'routeByAddress',
      actions: ['notifyOtherTabs', 'openManagement'],
    },
    { guard: 'hasPasskeyOffer', target: 'offer-passkey', actions: 'notifyOtherTabs' },
    { target: 'return-to-service', actions: 'notifyOtherTabs' },
  ],
});

export const logout = portalSetup.createStateConfig({
  description: 'Forgets every session value and the policy.',
  entry: 'forgetAll',
  meta: { path: '/logout', isTransient: true },
  always: 'id-entry.atLogin',
});
