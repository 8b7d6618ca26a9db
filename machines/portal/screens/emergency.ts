import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';

export const emergency = portalSetup.createStateConfig({
  description: 'The temporary code of an administrator.',
  meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
  entry: ['dropForeignPending', 'enterEmergency'],
  exit: 'leaveEmergency',
  initial: 'loading',
  states: {
    ...loadingStates('emergency'),
    running: {
      description: 'The emergency-code screen is on.',
      invoke: {
        id: 'emergency',
        src: 'emergency',
        input: ({ context }) => ({
          userId: context.session.person.userId,
          hasOtherMethods: hasOtherMethods(context),
        }),
        onDone: {
          target: '#portal.concluding',
          actions: { type: 'noteOutcome', params: ({ event }) => event.output },
        },
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
