import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';

export const sessionExpiry = portalSetup.createStateConfig({
  description: 'The session is over: what belongs to the person is forgotten, and the login page follows.',
  meta: { title: 'title.session', isPassage: true },
  entry: 'forgetPerson',
  initial: 'loading',
  states: {
    ...loadingStates('session-expiry'),
    running: {
      description: 'The dialog of the expired session is on.',
      invoke: {
        id: 'session-expiry',
        src: 'session-expiry',
        onDone: '#portal.id-entry.atLogin',
        onError: { target: '#portal.id-entry.atLogin' },
      },
    },
  },
});
