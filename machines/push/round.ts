import { pollRound } from '#machines/shared/poll.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { type ActionArgs, pushReference } from './push.setup.ts';
import { DECLINED, type PollResult } from './verdict.ts';

type DoneArgs = { readonly event: { readonly output: PollResult } };

/** Polls the push once a second until the phone has answered. */
export const round = pollRound(
  {
    id: 'checkPush',
    src: 'checkPush',
    input: ({ context }: ActionArgs) => pushReference(context),
    onDone: [
      {
        guard: { type: 'isVerdict', params: 'answered' },
        target: '#push.proving',
        actions: { type: 'setCheck', params: ({ event }: DoneArgs) => event.output },
      },
      {
        guard: { type: 'isVerdict', params: 'declined' },
        target: '#push.refused',
        actions: { type: 'setFailure', params: DECLINED },
      },
      {
        guard: { type: 'isVerdict', params: 'lost' },
        target: '#push.refused',
        actions: { type: 'setFailure', params: ({ event }: DoneArgs) => failureOf(event.output.check) },
      },
      { guard: { type: 'isVerdict', params: 'over' }, target: '#push.idle.expired' },
      {
        target: 'answered',
        actions: { type: 'setPollFailed', params: ({ event }: DoneArgs) => event.output },
      },
    ],
    onError: { target: '#push.refused', actions: { type: 'setFailure', params: UNEXPECTED } },
  },
  [],
);
