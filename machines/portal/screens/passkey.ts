import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { methodScreen } from '#machines/portal/screen.ts';
import { clientIdOf, fixedCode } from '#machines/portal/session-rules.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const passkey = methodScreen('passkey', {
  description: 'A passkey: asked for here, or given at the ID entry already.',
  exit: 'dropAssertion',
  running: {
    description: 'The passkey screen is on.',
    // The flow has it now, and drops it with its first answer.
    always: { guard: 'hasAssertion', actions: 'dropAssertion' },
  },
  input: ({ context }) => {
    const isFixed = fixedCode(context) === TOKEN_CODES.passkey;
    const alwaysSend = isFixed && context.policy?.fixedToken?.alwaysSend === true;
    return {
      userId: context.session.person.userId,
      clientId: clientIdOf(context.session, context.config),
      support: context.passkeySupport,
      isFixed,
      alwaysSend,
      startsAlone: alwaysSend,
      hasOtherMethods: hasOtherMethods(context),
      assertion: context.assertion,
    };
  },
});
