import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { lazyScreen, leavingStates, METHOD_END, METHOD_META } from '#machines/portal/screen.ts';
import { clientIdOf, fixedCode } from '#machines/portal/session-rules.ts';
import { tokenInfo } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const push = lazyScreen('push', {
  description: 'A push to the mobile app.',
  meta: METHOD_META,
  entry: 'dropForeignPending',
  running: {
    description: 'The screen of the push is on.',
    initial: 'staying',
    states: leavingStates('push'),
  },
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
    { guard: { type: 'hasLeft', params: ({ event }) => event.output }, target: '#portal.routeByAddress' },
    METHOD_END,
  ],
});
