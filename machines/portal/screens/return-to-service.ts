import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';

export const returnToService = portalSetup.createStateConfig({
  description: 'The way back to the client service.',
  meta: { title: 'title.departure' },
  initial: 'loading',
  states: {
    ...loadingStates('return-to-service'),
    running: {
      description: 'The browser goes to the service; what belongs to the person is forgotten here.',
      entry: 'forgetPerson',
      invoke: {
        id: 'return-to-service',
        src: 'return-to-service',
        input: ({ context }) => ({ ...context.departure, base: context.origin }),
        onDone: {
          target: '#portal.error-page',
          actions: { type: 'noteNotice', params: ({ event }) => event.output.reason },
        },
        onError: {
          target: '#portal.error-page',
          actions: { type: 'noteNotice', params: 'invalidAccess' },
        },
      },
    },
  },
});
