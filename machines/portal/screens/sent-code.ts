import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { methodScreen } from '#machines/portal/screen.ts';
import { clientIdOf, fixedCode } from '#machines/portal/session-rules.ts';
import { channelsOf, contactOf } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const sentCode = methodScreen('sent-code', {
  description: 'A code that is sent by SMS or mail.',
  running: { description: 'The screen of the sent code is on.' },
  input: ({ context }) => {
    const { session, config, policy } = context;
    const tokenCode = context.method ?? TOKEN_CODES.sms;
    const isFixed = fixedCode(context) === tokenCode;
    const alwaysSend = isFixed && policy?.fixedToken?.alwaysSend === true;
    return {
      userId: session.person.userId,
      clientId: clientIdOf(session, config),
      tokenCode,
      contacts: channelsOf(tokenCode).map(
        (channel) => (policy && contactOf(policy.userTokens, channel)) ?? '',
      ),
      isFixed,
      alwaysSend,
      startsAlone: alwaysSend,
      hasOtherMethods: hasOtherMethods(context),
      validUntil: session.person.pending?.validUntil ?? null,
    };
  },
});
