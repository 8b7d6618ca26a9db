import { methodInput } from '#machines/portal/login-parameters.ts';
import { methodScreen } from '#machines/portal/screen.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export const passkey = methodScreen('passkey', {
  description: 'A passkey: requested here, or used at the ID entry already.',
  exit: 'dropAssertion',
  running: {
    description: 'The passkey screen is shown.',
    // The flow has received the assertion, and drops it after its first answer.
    always: { guard: 'hasAssertion', actions: 'dropAssertion' },
  },
  input: ({ context }) => {
    const method = methodInput(context, TYPE_CODES.passkey, { hasBoxes: true });
    return {
      ...method,
      support: context.passkeySupport,
      autoStarts: method.login.fixed.alwaysSend,
      assertion: context.assertion,
    };
  },
});
