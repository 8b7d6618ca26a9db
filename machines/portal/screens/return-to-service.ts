import { lazyScreen } from '#machines/portal/screen.ts';

export const returnToService = lazyScreen(
  'return-to-service',
  {
    description: 'Returns to the client service.',
    meta: { title: 'title.returnToService' },
    running: {
      description: 'The browser goes to the service, and the values of the person are deleted here.',
      entry: 'forgetPerson',
    },
    input: ({ context }) => ({ ...context.returnTarget, base: context.origin }),
    onDone: {
      target: '#portal.error-page',
      actions: { type: 'setErrorReason', params: ({ event }) => event.output.reason },
    },
  },
  { target: '#portal.error-page', actions: { type: 'setErrorReason', params: 'invalidAccess' } } as const,
);
