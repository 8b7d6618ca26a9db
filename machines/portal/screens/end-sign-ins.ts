import { METHOD_END, signInScreen } from '#machines/portal/screen.ts';

export const endSignIns = signInScreen('end-sign-ins', {
  description: 'The person chooses which other sign-ins end before this sign-in continues.',
  meta: { title: 'title.endSignIns' },
  running: { description: 'The person chooses the sign-ins to end.' },
  input: ({ context: { session, endSignInsToken } }) => ({
    userId: session.person.userId,
    token: endSignInsToken ?? '',
  }),
  onDone: [
    {
      guard: { type: 'isAuthenticated', params: ({ event }) => event.output },
      target: '#portal.afterLogin',
      actions: { type: 'setOutcome', params: ({ event }) => event.output },
    },
    METHOD_END,
  ],
});
