import { methodInput } from '#machines/portal/login-parameters.ts';
import { methodScreen } from '#machines/portal/screen.ts';
import { contactsOf } from '#machines/shared/methods.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export const sentCode = methodScreen('sent-code', {
  description: 'A code that is sent by SMS or mail.',
  running: { description: 'The screen of the sent code is shown.' },
  input: ({ context }) => {
    const tokenCode = context.method ?? TYPE_CODES.sms;
    const { pending } = context.session.person;
    const method = methodInput(context, tokenCode, { hasBoxes: true });
    return {
      ...method,
      tokenCode,
      contacts: contactsOf(context.policy?.userTokens, tokenCode),
      sendToken: '',
      autoStarts: method.login.fixed.alwaysSend,
      validUntil: pending?.kind === 'code' && pending.tokenCode === tokenCode ? pending.validUntil : null,
    };
  },
});
