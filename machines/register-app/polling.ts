import { pollRound } from '#machines/shared/poll.ts';
import { broken, unproved } from '#machines/shared/registering.ts';
import type { Result } from '#machines/shared/result.ts';
import type { RegisterAppContext } from './register-app.types.ts';

type Now = { readonly context: RegisterAppContext };
type Answered = { readonly event: { readonly output: Result<boolean> } };

/** The server is asked once a second whether an app has come by this registration (decisions 86 and 207). */
export const polling = {
  description: 'The server is asked once a second whether the app has come.',
  initial: 'round',
  states: {
    round: pollRound(
      {
        id: 'askResult',
        src: 'askResult',
        input: ({ context: { userId, token } }: Now) => ({ userId, token }),
        onDone: [
          {
            guard: { type: 'isTrue', params: ({ event }: Answered) => event.output },
            target: '#register-app.done',
            actions: { type: 'end', params: 'registered' },
          },
          ...unproved('#register-app.done'),
          { target: 'answered' },
        ],
        onError: broken('#register-app.refused'),
      },
      [{ guard: 'isOver', target: '#register-app.expired' }],
    ),
  },
} as const;
