import { portalSetup } from '#machines/portal/portal.setup.ts';

/** Offers a passkey after a sign-in with a password. When the chunk cannot be loaded, the person continues to the service. */
export const offerPasskey = portalSetup.createStateConfig({
  description: 'Offers a passkey after a sign-in with a password, before the service opens.',
  meta: { title: 'title.offerPasskey' },
  exit: 'dropPasskeyOffer',
  initial: 'loading',
  states: {
    loading: {
      description: 'Loads the code of this screen.',
      meta: { title: 'title.returnToService' },
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        input: { flow: 'offer-passkey' },
        onDone: 'running',
        onError: '#portal.return-to-service',
      },
    },
    running: {
      description: 'The browser creates a passkey, or the page offers a passkey.',
      entry: 'forgetPerson',
      invoke: {
        id: 'offer-passkey',
        src: 'offer-passkey',
        input: ({ context }) => context.passkeyOffer ?? { userId: '', token: '' },
        onDone: '#portal.return-to-service',
        onError: '#portal.return-to-service',
      },
    },
  },
});
