import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const chooser = portalSetup.createStateConfig({
  description: 'The token chooser: how the person wants to prove who they are.',
  meta: { path: '/first/select', title: 'title.chooser' },
  entry: 'dropAssertion',
  initial: 'loading',
  states: {
    ...loadingStates('chooser'),
    running: {
      description: 'The chooser is on.',
      invoke: {
        id: 'chooser',
        src: 'chooser',
        input: ({ context: { session, config, policy, passkeySupport } }) => {
          if (!policy) throw new Error('The chooser opens only under a policy');
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
            guard: { type: 'hasChosen', params: ({ event }) => event.output },
            target: '#portal.opening',
            actions: { type: 'noteChosen', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wantsRegistration', params: ({ event }) => event.output },
            target: '#portal.absent',
            actions: { type: 'noteRegistration', params: ({ event }) => event.output },
          },
          { target: '#portal.id-entry.atFirst' },
        ],
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
