import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { leavingStates } from '#machines/portal/leaving-states.ts';
import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf, fixedCode } from '#machines/portal/session-rules.ts';
import { tokenInfo } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const push = portalSetup.createStateConfig({
  description: 'A push to the mobile app.',
  meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
  entry: 'dropForeignPending',
  initial: 'loading',
  states: {
    ...loadingStates('push'),
    running: {
      description: 'The screen of the push is on.',
      invoke: {
        id: 'push',
        src: 'push',
        input: ({ context }) => {
          const { session, config, policy } = context;
          const { pending } = session.person;
          const isFixed = fixedCode(context) === TOKEN_CODES.push;
          const alwaysSend = isFixed && policy?.fixedToken?.alwaysSend === true;
          return {
            userId: session.person.userId,
            clientId: clientIdOf(session, config),
            token: policy ? tokenInfo(policy.userTokens, TOKEN_CODES.push) : '',
            boxes: { always: isFixed, alwaysSend },
            startsAlone: alwaysSend,
            lifetime: null,
            success: 'answered' as const,
            hasOtherMethods: hasOtherMethods(context),
            pending: pending?.kind === 'push' ? { id: pending.id, validUntil: pending.validUntil } : null,
          };
        },
        onDone: [
          {
            guard: { type: 'hasLeft', params: ({ event }) => event.output },
            target: '#portal.deciding',
          },
          {
            target: '#portal.concluding',
            actions: { type: 'noteOutcome', params: ({ event }) => event.output },
          },
        ],
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
      initial: 'staying',
      states: leavingStates('push'),
    },
  },
});
