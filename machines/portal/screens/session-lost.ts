import { portalSetup } from '#machines/portal/portal.setup.ts';
import { lazyScreen } from '#machines/portal/screen.ts';
import { SESSION_GONE } from '#machines/shared/notice.ts';

const TO_LOGIN = {
  target: '#portal.return-to-service',
  actions: { type: 'leaveTo', params: '/login' },
} as const;

export const sessionLost = portalSetup.createStateConfig({
  ...lazyScreen(
    'error-page',
    {
      description:
        'The page of an ended session, after an answer that failed the challenge check: almost always the server no longer knows the session. Every link reloads the page, so that no old key remains.',
      meta: { path: `/error?reason=${SESSION_GONE}`, title: 'title.session', replacesEntry: true },
      entry: 'dropServerSession',
      running: { description: 'The page is shown.' },
      input: { reason: SESSION_GONE },
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
