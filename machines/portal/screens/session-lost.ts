import { portalSetup } from '#machines/portal/portal.setup.ts';
import { lazyScreen } from '#machines/portal/screen.ts';
import { SESSION_ENDED } from '#machines/shared/notice.ts';

const TO_LOGIN = {
  target: '#portal.return-to-service',
  actions: { type: 'leaveTo', params: '/login' },
} as const;

export const sessionLost = portalSetup.createStateConfig({
  ...lazyScreen(
    'error-page',
    {
      description:
        'Says that the session has ended, after an answer failed the challenge check. Every link reloads the page, so that the old challenge key is dropped.',
      meta: { path: `/error?reason=${SESSION_ENDED}`, title: 'title.session', replacesEntry: true },
      entry: 'dropServerSession',
      running: { description: 'The page is shown.' },
      input: { reason: SESSION_ENDED },
      onDone: TO_LOGIN,
    },
    TO_LOGIN,
  ),
  on: {
    'route.requested': {
      target: '#portal.return-to-service',
      actions: { type: 'leaveTo', params: ({ event }) => event.address },
    },
  },
});
