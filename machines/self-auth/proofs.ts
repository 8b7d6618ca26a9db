import type { MethodOutcome } from '#machines/shared/outcome.ts';
import { deviceCodeProof, pushProof, selfAuthSetup, sentCodeProof } from './self-auth.setup.ts';

type Ended = { readonly event: { readonly output: MethodOutcome } };

/** A proof passes the check, or the server no longer knows what it was begun with. */
const ENDS = {
  onDone: [
    {
      guard: { type: 'isPassed', params: ({ event }: Ended) => event.output },
      target: '#self-auth.done',
      actions: 'notePassed',
    },
    { target: '#self-auth.done', actions: 'noteOutdated' },
  ],
  onError: { target: '#self-auth.done', actions: 'noteOutdated' },
} as const;

/** The ways of the identity check, each proved by its flow. */
export const proofs = {
  'sent-code': selfAuthSetup.createStateConfig({
    description: 'A code by SMS or mail, which is sent when the person asks for it.',
    invoke: {
      id: 'sent-code',
      src: 'sent-code',
      input: ({ context }) => sentCodeProof(context),
      ...ENDS,
    },
  }),
  'device-code': selfAuthSetup.createStateConfig({
    description: 'The code of the mobile app.',
    invoke: {
      id: 'device-code',
      src: 'device-code',
      input: ({ context }) => deviceCodeProof(context),
      ...ENDS,
    },
  }),
  push: selfAuthSetup.createStateConfig({
    description: 'A push to the mobile app.',
    invoke: {
      id: 'push',
      src: 'push',
      input: ({ context }) => pushProof(context),
      onDone: [
        ENDS.onDone[0],
        { guard: 'keepsTokenForNext', target: '#self-auth.proving', actions: 'chooseNext' },
        { guard: 'hasNext', target: '#self-auth.naming', actions: 'chooseNext' },
        {
          guard: { type: 'isLeft', params: ({ event }) => event.output },
          target: '#self-auth.retreating',
        },
        ENDS.onDone[1],
      ],
      onError: ENDS.onError,
    },
    on: {
      'way.chosen': {
        guard: { type: 'canChoose', params: ({ event }) => event.way },
        actions: [{ type: 'noteNext', params: ({ event }) => event.way }, 'askPushToLeave'],
      },
      'step.back': { actions: [{ type: 'noteNext', params: null }, 'askPushToLeave'] },
    },
  }),
};
