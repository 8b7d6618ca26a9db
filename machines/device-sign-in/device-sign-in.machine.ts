import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { deviceSignInSetup } from './device-sign-in.setup.ts';

const answerOf = <Value>({ event }: { readonly event: { readonly output: Result<Value> } }): Result<Value> =>
  event.output;

const failureIn = ({ event }: { readonly event: { readonly output: Result<unknown> } }) =>
  failureOf(event.output);

/** Transitions after a failure: after a refused code, the person enters a code again; otherwise the person decides again. */
const REFUSAL_TRANSITIONS = [
  {
    guard: { type: 'isCodeRefused', params: answerOf },
    target: 'entering',
    actions: { type: 'setFailure', params: failureIn },
  },
  { target: 'comparing', actions: { type: 'setFailure', params: failureIn } },
] as const;

/**
 * A sign-in at a device without a browser (RFC 8628, rule 278). The person enters the code of the device, and allows or
 * declines the sign-in.
 */
export const deviceSignInMachine = deviceSignInSetup.createMachine({
  id: 'device-sign-in',
  context: ({ input }) => ({ ...input, device: null, problem: null, failure: null, to: '' }),
  initial: 'opening',
  output: ({ context: { to } }) => ({ to }),
  states: {
    opening: {
      description: 'Shows the result of a finished sign-in; otherwise waits for the code.',
      always: [
        { guard: { type: 'hasResult', params: 'signedIn' }, target: 'signedIn' },
        { guard: { type: 'hasResult', params: 'declined' }, target: 'declined' },
        { target: 'entering' },
      ],
    },
    entering: {
      description: 'Waits for the code of the device. A code in the address only fills the field.',
      on: {
        'device.edited': { actions: 'clearProblem' },
        'device.submitted': [
          {
            guard: { type: 'hasCode', params: ({ event }) => event.userCode },
            target: 'checking',
            actions: { type: 'setCode', params: ({ event }) => event.userCode },
          },
          { actions: 'setNoCode' },
        ],
      },
    },
    checking: {
      description: 'Asks the server which device has the code.',
      tags: 'busy',
      invoke: {
        id: 'findDevice',
        src: 'findDevice',
        input: ({ context: { userCode } }) => ({ userCode }),
        onDone: [
          {
            guard: { type: 'hasSucceeded', params: answerOf },
            target: 'comparing',
            actions: { type: 'setDevice', params: answerOf },
          },
          { target: 'entering', actions: { type: 'setFailure', params: failureIn } },
        ],
        onError: { target: 'entering', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    comparing: {
      description:
        'Shows service, network and code of the device. The person compares the code, and allows or declines.',
      on: {
        'device.allow': { target: 'allowing', actions: 'clearFailure' },
        'device.decline': { target: 'declining', actions: 'clearFailure' },
      },
    },
    allowing: {
      description: 'The server begins the sign-in for the device.',
      tags: 'busy',
      invoke: {
        id: 'allowDevice',
        src: 'allowDevice',
        input: ({ context: { userCode } }) => ({ userCode }),
        onDone: [
          {
            guard: { type: 'hasSucceeded', params: answerOf },
            target: 'done',
            actions: { type: 'setTarget', params: answerOf },
          },
          ...REFUSAL_TRANSITIONS,
        ],
        onError: { target: 'comparing', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    declining: {
      description: 'Tells the server that the person declines.',
      tags: 'busy',
      invoke: {
        id: 'declineDevice',
        src: 'declineDevice',
        input: ({ context: { userCode } }) => ({ userCode }),
        onDone: [
          { guard: { type: 'hasSucceeded', params: answerOf }, target: 'declined' },
          ...REFUSAL_TRANSITIONS,
        ],
        onError: { target: 'comparing', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    declined: {
      description: 'The person has declined, and the device receives that answer.',
      on: { 'device.restart': { target: 'entering', actions: 'restart' } },
    },
    signedIn: {
      description: 'The device is signed in, and the person goes back to it.',
      on: { 'device.restart': { target: 'entering', actions: 'restart' } },
    },
    done: { type: 'final' },
  },
});

export type DeviceSignInMachine = typeof deviceSignInMachine;
