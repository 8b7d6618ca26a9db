import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';

export const departing = portalSetup.createStateConfig({
  description: 'The way back to the client service.',
  meta: { title: 'title.departure' },
  initial: 'loading',
  states: {
    ...loadingStates('departure'),
    running: {
      description: 'The browser goes to the service; what belongs to the person is forgotten here.',
      entry: 'forgetPerson',
      invoke: {
        id: 'departure',
        src: 'departure',
        input: ({ context }) => ({ ...context.departure, base: context.origin }),
        onDone: {
          target: '#portal.noticing',
          actions: { type: 'noteNotice', params: ({ event }) => event.output.reason },
        },
        onError: {
          target: '#portal.noticing',
          actions: { type: 'noteNotice', params: 'invalidAccess' },
        },
      },
    },
  },
});
