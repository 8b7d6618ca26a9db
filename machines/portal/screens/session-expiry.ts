import { portalSetup } from '#machines/portal/portal.setup.ts';
import { lazyScreen } from '#machines/portal/screen.ts';

export const sessionExpiry = portalSetup.createStateConfig({
  ...lazyScreen(
    'session-expiry',
    {
      description:
        'The session is over: what belongs to the person is forgotten, and the login page follows.',
      meta: { title: 'title.session', isTransient: true },
      entry: 'forgetPerson',
      running: { description: 'The dialog of the expired session is on.' },
      onDone: '#portal.id-entry.atLogin',
    },
    '#portal.id-entry.atLogin',
  ),
  // It is told already: another call that says so does not begin the countdown anew.
  on: { 'session.expired': {}, 'session.lapsed': {} },
});
