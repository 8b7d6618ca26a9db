import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf, fixedCode } from '#machines/portal/session-rules.ts';
import { channelsOf, contactOf } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const sentCode = portalSetup.createStateConfig({
  description: 'A code that is sent by SMS or mail.',
  meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
  entry: 'dropForeignPending',
  initial: 'loading',
  states: {
    ...loadingStates('sent-code'),
    running: {
      description: 'The screen of the sent code is on.',
      invoke: {
        id: 'sent-code',
        src: 'sent-code',
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
        onDone: {
          target: '#portal.concluding',
          actions: { type: 'noteOutcome', params: ({ event }) => event.output },
        },
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
