import { methodInput } from '#machines/portal/login-parameters.ts';
import { leavingStates, METHOD_END, METHOD_META, signInScreen } from '#machines/portal/screen.ts';
import { tokenInfo } from '#machines/shared/methods.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export const push = signInScreen('push', {
  description: 'A push to the mobile app.',
  meta: METHOD_META,
  entry: 'dropOtherPending',
  running: {
    description: 'The screen of the push is shown.',
    initial: 'staying',
    states: leavingStates('push'),
  },
  input: ({ context }) => {
    const { session, policy } = context;
    const { pending } = session.person;
    const method = methodInput(context, TYPE_CODES.push, { hasBoxes: true });
    return {
      ...method,
      token: policy ? tokenInfo(policy.userTokens, TYPE_CODES.push) : '',
      autoStarts: method.login.fixed.alwaysSend,
      lifetime: null,
      success: 'answered' as const,
      pending: pending?.kind === 'push' ? { id: pending.id, validUntil: pending.validUntil } : null,
    };
  },
  onDone: [
    { guard: { type: 'hasLeft', params: ({ event }) => event.output }, target: '#portal.routeByAddress' },
    METHOD_END,
  ],
});
