import { pollRound } from '#machines/shared/poll.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { PUSH_DENIED, type PushPollResult } from './poll-meaning.ts';
import { type ActionArgs, pushReference } from './push.setup.ts';

type DoneArgs = { readonly event: { readonly output: PushPollResult } };

/** Polls the push once a second until the phone has answered. */
export const round = pollRound(
  {
    id: 'checkPush',
    src: 'checkPush',
    input: ({ context }: ActionArgs) => pushReference(context),
    onDone: [
      {
        guard: { type: 'pollMeans', params: 'accepted' },
        target: '#push.proving',
        actions: { type: 'setCheck', params: ({ event }: DoneArgs) => event.output },
      },
      {
        guard: { type: 'pollMeans', params: 'declined' },
        target: '#push.refused',
        actions: { type: 'setFailure', params: PUSH_DENIED },
      },
      {
        guard: { type: 'pollMeans', params: 'notFound' },
        target: '#push.refused',
        actions: { type: 'setFailure', params: ({ event }: DoneArgs) => failureOf(event.output.check) },
      },
      { guard: { type: 'pollMeans', params: 'expired' }, target: '#push.idle.expired' },
      {
        target: 'answered',
        actions: { type: 'setPollFailed', params: ({ event }: DoneArgs) => event.output },
      },
    ],
    onError: { target: '#push.refused', actions: { type: 'setFailure', params: UNEXPECTED } },
  },
  [],
);
