import { lazyScreen } from '#machines/portal/screen.ts';

export const redirect = lazyScreen(
  'redirect',
  {
    description: 'The redirect page: fetches the request of the client service.',
    meta: { path: '/redirect', title: 'title.redirect', isTransient: true },
    running: { description: 'The redirect page is shown.' },
    input: ({ context }) => ({ passwordSavedFor: context.session.request.passwordSavedFor }),
    onDone: [
      {
        guard: { type: 'hasBegun', params: ({ event }) => event.output },
        target: '#portal.id-entry.withRequest',
        actions: { type: 'beginRequest', params: ({ event }) => event.output },
      },
      {
        guard: { type: 'isSignedIn', params: ({ event }) => event.output },
        target: '#portal.return-to-service',
        actions: ['forgetSavedPassword', { type: 'leaveSignedIn', params: ({ event }) => event.output }],
      },
      {
        guard: { type: 'wantsManagement', params: ({ event }) => event.output },
        target: '#portal.renewing',
        actions: ['forgetSavedPassword', { type: 'beginManaging', params: ({ event }) => event.output }],
      },
      {
        guard: { type: 'wantsOtherAccount', params: ({ event }) => event.output },
        target: '#portal.return-to-service',
        actions: { type: 'leaveForOtherAccount', params: ({ event }) => event.output },
      },
      {
        target: '#portal.error-page',
        actions: [{ type: 'setRefusal', params: ({ event }) => event.output }, 'requestClient'],
      },
    ],
  },
  {
    target: '#portal.error-page',
    actions: [{ type: 'setErrorReason', params: 'invalidAccess' }, 'requestClient'],
  } as const,
);
