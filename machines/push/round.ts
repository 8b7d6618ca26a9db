import { pollRound } from '#machines/shared/poll.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { askedPush, type Now } from './push.setup.ts';
import { DECLINED, type PushLook } from './verdict.ts';

type Looked = { readonly event: { readonly output: PushLook } };

/** Looks at the push once a second until the phone has answered. */
export const round = pollRound(
  {
    id: 'checkPush',
    src: 'checkPush',
    input: ({ context }: Now) => askedPush(context),
    onDone: [
      {
        guard: { type: 'isVerdict', params: 'answered' },
        target: '#push.proving',
        actions: { type: 'noteCheck', params: ({ event }: Looked) => event.output },
      },
      {
        guard: { type: 'isVerdict', params: 'declined' },
        target: '#push.refused',
        actions: { type: 'noteFailure', params: DECLINED },
      },
      {
        guard: { type: 'isVerdict', params: 'lost' },
        target: '#push.refused',
        actions: { type: 'noteFailure', params: ({ event }: Looked) => failureOf(event.output.check) },
      },
      { guard: { type: 'isVerdict', params: 'over' }, target: '#push.idle.expired' },
      {
        target: 'answered',
        actions: { type: 'noteConnection', params: ({ event }: Looked) => event.output },
      },
    ],
    onError: { target: '#push.refused', actions: { type: 'noteFailure', params: UNEXPECTED } },
  },
  [],
);
