import { assertEvent } from 'xstate';
import type { Args } from './phone.setup.ts';
import type { PinAnswer } from './phone.types.ts';

type DoneArgs<Value> = { readonly event: { readonly output: Value } };
type PinArgs = { readonly event: { readonly pin: string } };

/** Transitions to the unlocking states at `target`, when there is a lock. */
export const unlockTransitions = <Action = never>(target: string, actions: readonly Action[] = []) =>
  [
    { guard: { type: 'isLockedBy', params: 'passkey' }, target: `${target}.confirming`, actions },
    { guard: { type: 'isLockedBy', params: 'pin' }, target, actions },
  ] as const;

/** Transitions to `target`, through the sibling state `unlocking` when there is a lock. */
export const transitionsThroughLock = <Action = never>(target: string, actions: readonly Action[] = []) =>
  [...unlockTransitions('unlocking', actions), { target, actions }] as const;

/**
 * The states that verify the user with the lock.
 * @param target the state after a success
 * @param back the state after the person has cancelled
 */
export const unlockingState = <Target extends string, Back extends string>(target: Target, back: Back) => {
  const cancelTransitions = { 'unlock.leave': back, 'lock.forgotten': '#phone.clearing' } as const;
  return {
    description: 'Verifies the user with the lock.',
    initial: 'typing',
    exit: 'forgetTries',
    states: {
      confirming: {
        description: 'The phone verifies its user with a passkey.',
        tags: ['busy', 'unlocking'],
        invoke: {
          id: 'confirmPasskey',
          src: 'confirmPasskey',
          onDone: [
            {
              guard: { type: 'isConfirmed', params: ({ event }: DoneArgs<boolean>) => event.output },
              target,
            },
            { target: 'confirmFailed' },
          ],
          onError: 'confirmFailed',
        },
      },
      confirmFailed: {
        description: 'Says that the user was not verified, and offers to try again.',
        tags: 'unlocking',
        on: { ...cancelTransitions, 'unlock.retry': 'confirming' },
      },
      typing: {
        description: 'Waits for the PIN while tries remain.',
        tags: 'unlocking',
        on: {
          ...cancelTransitions,
          'entry.edited': { guard: 'hasTriesLeft', actions: 'clearProblem' },
          'pin.entered': [
            {
              guard: { type: 'canCheckPin', params: ({ event }: PinArgs) => event.pin },
              target: 'checking',
              actions: 'clearProblem',
            },
            { guard: 'hasTriesLeft', actions: { type: 'setProblem', params: 'phone.pin.invalid' } },
          ],
        },
      },
      checking: {
        description: 'Compares the PIN with the stored PIN.',
        tags: ['busy', 'unlocking'],
        invoke: {
          id: 'checkPin',
          src: 'checkPin',
          input: ({ event }: Args) => {
            assertEvent(event, 'pin.entered');
            return { pin: event.pin };
          },
          onDone: [
            {
              guard: { type: 'isPinCorrect', params: ({ event }: DoneArgs<PinAnswer>) => event.output },
              target,
            },
            {
              target: 'typing',
              actions: { type: 'setTries', params: ({ event }: DoneArgs<PinAnswer>) => event.output },
            },
          ],
          onError: { target: 'typing', actions: { type: 'setProblem', params: 'phone.pin.unchecked' } },
        },
      },
    },
  } as const;
};
