import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';

export const renewing = portalSetup.createStateConfig({
  description: 'Checks the policy of the identified person again.',
  tags: 'busy',
  meta: { title: 'title.identity', isTransient: true },
  invoke: {
    id: 'checkPolicy',
    src: 'checkPolicy',
    input: ({ context }) => ({
      userId: context.session.person.userId,
      clientId: clientIdOf(context.session, context.config),
    }),
    onDone: [
      {
        guard: { type: 'isPolicyRenewed', params: ({ event }) => event.output },
        target: '#portal.routeByAddress',
        actions: { type: 'storePolicyOrFailure', params: ({ event }) => event.output },
      },
      {
        target: '#portal.id-entry.withRequest',
        actions: { type: 'storePolicyOrFailure', params: ({ event }) => event.output },
      },
    ],
    onError: {
      target: '#portal.id-entry.withRequest',
      actions: { type: 'setFailure', params: UNEXPECTED },
    },
  },
});
