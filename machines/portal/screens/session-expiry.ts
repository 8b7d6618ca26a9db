import { portalSetup } from '#machines/portal/portal.setup.ts';
import { lazyScreen } from '#machines/portal/screen.ts';

export const sessionExpiry = portalSetup.createStateConfig({
  ...lazyScreen(
    'session-expiry',
    {
      description:
        'The session has expired. The values of the person are deleted, and the login page follows.',
      meta: { title: 'title.session', isTransient: true },
      entry: 'forgetPerson',
      running: { description: 'The dialog of the expired session is shown.' },
      onDone: '#portal.id-entry.withoutRequest',
    },
    '#portal.id-entry.withoutRequest',
  ),
  // The dialog is shown already: another call with an expired session does not restart the countdown.
  on: { 'session.expired': {}, 'session.lapsed': {} },
});
