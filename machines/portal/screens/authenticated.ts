import { raise } from 'xstate';
import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';

export const authenticated = portalSetup.createStateConfig({
  description: 'Hands a code over to the page that frames this one.',
  meta: { path: '/authenticated', title: 'title.authenticated', takesPlace: true },
  initial: 'loading',
  states: {
    ...loadingStates('authenticated'),
    running: {
      description: 'The code is with the flow, and with nobody else.',
      entry: raise({ type: 'code.handed' }),
      on: { 'code.handed': { actions: 'dropHandedCode' } },
      invoke: {
        id: 'authenticated',
        src: 'authenticated',
        input: ({ context: { route, config, origin } }) => ({
          otp: route.screen === 'authenticated' ? route.otp : '',
          origin: config.parentOrigin || origin,
        }),
        onDone: '#portal.id-entry.atLogin',
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
