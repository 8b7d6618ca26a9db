import { portalSetup } from './portal.setup.ts';

/** The transient state after a login turned out to be outdated. */
export const beginAgain = portalSetup.createStateConfig({
  description:
    'The login is outdated: it is restarted once; after that, the reason of the server or the error page is shown.',
  always: [
    {
      guard: 'isUnknownUser',
      target: 'id-entry.withRequest',
      actions: { type: 'restartFirstStep', params: 'remark.policyChanged' },
    },
    {
      guard: 'hasReasonToShow',
      target: 'id-entry.withRequest',
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

/** The transient state after a login, which chooses the next screen. */
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

/** The transient state of /logout. */
export const logout = portalSetup.createStateConfig({
  description: 'Forgets every session value and the policy.',
  entry: 'forgetAll',
  meta: { path: '/logout', isTransient: true },
  always: 'id-entry.withoutRequest',
});
