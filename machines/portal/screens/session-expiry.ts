import { lazyScreen } from '#machines/portal/screen.ts';

export const sessionExpiry = lazyScreen(
  'session-expiry',
  {
    description: 'The session is over: what belongs to the person is forgotten, and the login page follows.',
    meta: { title: 'title.session', isPassage: true },
    entry: 'forgetPerson',
    running: { description: 'The dialog of the expired session is on.' },
    onDone: '#portal.id-entry.atLogin',
  },
  '#portal.id-entry.atLogin',
);
