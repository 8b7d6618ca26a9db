import type { MethodOutcome } from '#machines/shared/outcome.ts';
import {
  deviceCodeProofInput,
  pushProofInput,
  selfAuthSetup,
  sentCodeProofInput,
} from './self-auth.setup.ts';

type DoneArgs = { readonly event: { readonly output: MethodOutcome } };

/** The transitions after the flow of a method has ended: the check was passed, or has expired on the server. */
const END_TRANSITIONS = {
  onDone: [
    {
      guard: { type: 'isPassed', params: ({ event }: DoneArgs) => event.output },
      target: '#self-auth.done',
      actions: 'setPassed',
    },
    { target: '#self-auth.done', actions: { type: 'end', params: 'outdated' } },
  ],
  onError: { target: '#self-auth.done', actions: { type: 'end', params: 'outdated' } },
} as const;

/** The states in which the flow of a method is running. */
export const proofs = {
  'sent-code': selfAuthSetup.createStateConfig({
    description: 'A code by SMS or mail, which is sent when the person requests it.',
    invoke: {
      id: 'sent-code',
      src: 'sent-code',
      input: ({ context }) => sentCodeProofInput(context),
      ...END_TRANSITIONS,
    },
  }),
  'device-code': selfAuthSetup.createStateConfig({
    description: 'The code of the mobile app.',
    invoke: {
      id: 'device-code',
      src: 'device-code',
      input: ({ context }) => deviceCodeProofInput(context),
      ...END_TRANSITIONS,
    },
  }),
  push: selfAuthSetup.createStateConfig({
    description: 'A push to the mobile app.',
    invoke: {
      id: 'push',
      src: 'push',
      input: ({ context }) => pushProofInput(context),
      onDone: [
        END_TRANSITIONS.onDone[0],
        { guard: 'hasTokenForNext', target: '#self-auth.proving', actions: 'chooseNext' },
        { guard: 'hasNext', target: '#self-auth.naming', actions: 'chooseNext' },
        {
          guard: { type: 'hasLeft', params: ({ event }) => event.output },
          target: '#self-auth.goingBack',
        },
        END_TRANSITIONS.onDone[1],
      ],
      onError: END_TRANSITIONS.onError,
    },
    on: {
      'method.chosen': {
        guard: { type: 'canChoose', params: ({ event }) => event.method },
        actions: [{ type: 'setNext', params: ({ event }) => event.method }, 'requestPushLeave'],
      },
      'step.back': { actions: [{ type: 'setNext', params: null }, 'requestPushLeave'] },
    },
  }),
};
