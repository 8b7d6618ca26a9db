import { raise } from 'xstate';
import { lazyScreen } from '#machines/portal/screen.ts';

export const authenticated = lazyScreen('authenticated', {
  description: 'Posts a code to the parent page.',
  meta: { path: '/authenticated', title: 'title.authenticated', replacesEntry: true },
  running: {
    description: 'The flow has received the code, and the portal forgets it.',
    entry: raise({ type: 'code.received' }),
    on: { 'code.received': { actions: 'forgetCode' } },
  },
  input: ({ context: { route, config, origin } }) => ({
    otp: route.screen === 'authenticated' ? route.otp : '',
    origin: config.parentOrigin || origin,
  }),
  onDone: '#portal.id-entry.withoutRequest',
});
