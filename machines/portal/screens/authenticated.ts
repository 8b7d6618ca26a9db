import { raise } from 'xstate';
import { lazyScreen } from '#machines/portal/screen.ts';

export const authenticated = lazyScreen('authenticated', {
  description: 'Hands a code over to the page that frames this one.',
  meta: { path: '/authenticated', title: 'title.authenticated', takesPlace: true },
  running: {
    description: 'The code is with the flow, and with nobody else.',
    entry: raise({ type: 'code.handed' }),
    on: { 'code.handed': { actions: 'dropHandedCode' } },
  },
  input: ({ context: { route, config, origin } }) => ({
    otp: route.screen === 'authenticated' ? route.otp : '',
    origin: config.parentOrigin || origin,
  }),
  onDone: '#portal.id-entry.atLogin',
});
