import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf, fixedCode } from '#machines/portal/session-rules.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const passkey = portalSetup.createStateConfig({
  description: 'A passkey: asked for here, or given at the ID entry already.',
  meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
  entry: 'dropForeignPending',
  exit: 'dropAssertion',
  initial: 'loading',
  states: {
    ...loadingStates('passkey'),
    running: {
      description: 'The passkey screen is on.',
      // The flow has it now, and drops it with its first answer.
      always: { guard: 'hasAssertion', actions: 'dropAssertion' },
      invoke: {
        id: 'passkey',
        src: 'passkey',
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
        onDone: {
          target: '#portal.concluding',
          actions: { type: 'noteOutcome', params: ({ event }) => event.output },
        },
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
