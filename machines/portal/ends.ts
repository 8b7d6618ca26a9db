import { portalSetup } from './portal.setup.ts';

export const beginAgain = portalSetup.createStateConfig({
  description: 'The login has to begin anew: what it began with holds no longer.',
  always: [
    {
      guard: 'isUnknownUser',
      target: 'id-entry.atFirst',
      actions: { type: 'restartFirstStep', params: 'remark.policyChanged' },
    },
    {
      guard: 'isToldWhy',
      target: 'id-entry.atFirst',
      actions: ['noteOutcomeFailure', 'dropOutcome'],
    },
    {
      guard: 'hasRestarted',
      target: 'error-page',
      actions: ['dropOutcome', { type: 'noteErrorReason', params: 'unauthorized' }],
    },
    { target: 'renewing', actions: { type: 'restartFirstStep', params: 'remark.policyChanged' } },
  ],
});

export const afterLogin = portalSetup.createStateConfig({
  description: 'The login stands: it leads to the service, or to a new password first.',
  entry: 'noteLogin',
  always: [
    {
      guard: 'mustChangePassword',
      target: 'password-expiry',
    },
    { guard: 'hasIntent', target: 'routeByAddress', actions: ['tellOtherTabs', 'resumeIntent'] },
    { target: 'return-to-service', actions: 'tellOtherTabs' },
  ],
});

export const logout = portalSetup.createStateConfig({
  description: 'Forgets every session value and the policy.',
  entry: 'forgetAll',
  meta: { path: '/logout', isPassage: true },
  always: 'id-entry.atLogin',
});
