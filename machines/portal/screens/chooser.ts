import { signInScreen } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const chooser = signInScreen('chooser', {
  description: 'The token chooser: the person chooses a method.',
  meta: { path: '/first/select', title: 'title.chooser' },
  entry: 'dropAssertion',
  running: { description: 'The chooser is shown.' },
  input: ({ context: { session, config, policy, passkeySupport } }) => {
    if (!policy) throw new Error('The chooser requires a policy');
    return {
      userId: session.person.userId,
      clientId: clientIdOf(session, config),
      policy,
      isSaas: config.saas,
      passkeySupport,
    };
  },
  onDone: [
    {
      guard: { type: 'isMethodChosen', params: ({ event }) => event.output },
      target: '#portal.openMethod',
      actions: { type: 'setChosen', params: ({ event }) => event.output },
    },
    {
      guard: { type: 'wantsRegistration', params: ({ event }) => event.output },
      target: '#portal.routeByAddress',
      actions: { type: 'setRegistrationRoute', params: ({ event }) => event.output },
    },
    { target: '#portal.id-entry.withRequest' },
  ],
});
