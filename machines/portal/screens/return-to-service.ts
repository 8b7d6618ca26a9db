import { lazyScreen } from '#machines/portal/screen.ts';

export const returnToService = lazyScreen(
  'return-to-service',
  {
    description: 'The way back to the client service.',
    meta: { title: 'title.departure' },
    running: {
      description: 'The browser goes to the service; what belongs to the person is forgotten here.',
      entry: 'forgetPerson',
    },
    input: ({ context }) => ({ ...context.departure, base: context.origin }),
    onDone: {
      target: '#portal.error-page',
      actions: { type: 'noteErrorReason', params: ({ event }) => event.output.reason },
    },
  },
  { target: '#portal.error-page', actions: { type: 'noteErrorReason', params: 'invalidAccess' } } as const,
);
