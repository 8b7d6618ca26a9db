import { pollRound } from '#machines/shared/poll.ts';
import { proofRefusalTransitions, unexpectedFailureTransition } from '#machines/shared/registration-flow.ts';
import type { Result } from '#machines/shared/result.ts';
import type { RegisterAppContext } from './register-app.types.ts';

type ActionArgs = { readonly context: RegisterAppContext };
type DoneArgs = { readonly event: { readonly output: Result<boolean> } };

/** The states that poll once a second whether the app has been registered (rules 86 and 207). */
export const polling = {
  description: 'Polls the server once a second until the app is connected.',
  initial: 'round',
  states: {
    round: pollRound(
      {
        id: 'checkRegistered',
        src: 'checkRegistered',
        input: ({ context: { userId, token } }: ActionArgs) => ({ userId, token }),
        onDone: [
          {
            guard: { type: 'isAppRegistered', params: ({ event }: DoneArgs) => event.output },
            target: '#register-app.done',
            actions: { type: 'end', params: 'registered' },
          },
          ...proofRefusalTransitions('#register-app.done'),
          { target: 'answered' },
        ],
        onError: unexpectedFailureTransition('#register-app.refused'),
      },
      [{ guard: 'isExpired', target: '#register-app.expired' }],
    ),
  },
} as const;
