import { lazyScreen } from '#machines/portal/screen.ts';

export const signedIn = lazyScreen('signed-in', {
  description: 'The portal’s own page for somebody who is signed in and whom no service has sent.',
  meta: { path: '/', title: 'title.signedIn' },
  entry: ['forgetPerson', 'setStillSignedIn', 'forgetSavedPassword'],
  running: { description: 'The page is shown.' },
  input: ({ context: { config } }) => ({
    userId: config.login?.userId ?? '',
    canManage: (config.login?.clientId ?? '') !== '',
  }),
  onDone: { target: '#portal.renewing', actions: 'manageOwnLogin' },
});
