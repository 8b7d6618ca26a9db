import { lazyScreen } from '#machines/portal/screen.ts';

export const signedIn = lazyScreen('signed-in', {
  description: 'The page of the portal for a signed-in person without a request of a service.',
  meta: { path: '/', title: 'title.signedIn' },
  entry: ['forgetPerson', 'setOtherPersonRemark', 'forgetSavedPassword'],
  running: { description: 'The page is shown.' },
  input: ({ context: { config } }) => ({
    userId: config.login?.userId ?? '',
    canManage: (config.login?.clientId ?? '') !== '',
  }),
  onDone: { target: '#portal.renewing', actions: 'openManagementFromHome' },
});
