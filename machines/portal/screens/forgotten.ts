import { portalSetup } from '#machines/portal/portal.setup.ts';
import { lazyScreen } from '#machines/portal/screen.ts';
import { SESSION_GONE } from '#machines/shared/notice.ts';

const TO_LOGIN = {
  target: '#portal.return-to-service',
  actions: { type: 'leaveFor', params: '/login' },
} as const;

export const forgotten = portalSetup.createStateConfig({
  ...lazyScreen(
    'error-page',
    {
      description:
        'The page of an ended session, after an answer whose seal does not fit: nearly always the server no longer knows this session. Every way out loads the page anew, so that no old key is kept.',
      meta: { path: `/error?reason=${SESSION_GONE}`, title: 'title.session', takesPlace: true },
      entry: 'breakWithServer',
      running: { description: 'That page is on.' },
      input: { reason: SESSION_GONE },
      onDone: TO_LOGIN,
    },
    TO_LOGIN,
  ),
  on: {
    'route.requested': {
      target: '#portal.return-to-service',
      actions: { type: 'leaveFor', params: ({ event }) => event.address },
    },
  },
});
