import { portalSetup } from '#machines/portal/portal.setup.ts';

export const forgotten = portalSetup.createStateConfig({
  description:
    'The error page after an answer whose seal does not fit: nearly always the server no longer knows this session. Every way out loads the page anew, so that no old key is kept.',
  meta: { path: '/error', title: 'notice.notFound', takesPlace: true },
  entry: 'breakWithServer',
  invoke: {
    id: 'error-page',
    src: 'error-page',
    input: { reason: '', isSessionGone: true },
    onDone: { target: '#portal.return-to-service', actions: { type: 'leaveFor', params: '/login' } },
    onError: { target: '#portal.return-to-service', actions: { type: 'leaveFor', params: '/login' } },
  },
  on: {
    'route.requested': {
      target: '#portal.return-to-service',
      actions: { type: 'leaveFor', params: ({ event }) => event.address },
    },
  },
});
