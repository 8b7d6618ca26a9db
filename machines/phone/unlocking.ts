import { assertEvent } from 'xstate';
import type { Args } from './phone.setup.ts';
import type { PinAnswer } from './phone.types.ts';

type Made<Value> = { readonly event: { readonly output: Value } };
type Typed = { readonly event: { readonly pin: string } };

/** What leads to the lock, where the phone has one. @param place of its states */
export const byLock = <Action = never>(place: string, actions: readonly Action[] = []) =>
  [
    { guard: { type: 'isLockedBy', params: 'passkey' }, target: `${place}.confirming`, actions },
    { guard: { type: 'isLockedBy', params: 'pin' }, target: place, actions },
  ] as const;

/** What leads to `target` for the person of the phone alone, by the lock beside the state. */
export const behindLock = <Action = never>(target: string, actions: readonly Action[] = []) =>
  [...byLock('unlocking', actions), { target, actions }] as const;

/**
 * The states in which the phone makes sure that its person is there.
 * @param target follows when it is
 * @param back follows when the person leaves it
 */
export const unlocking = <Target extends string, Back extends string>(target: Target, back: Back) => {
  const ways = { 'unlock.leave': back, 'lock.lost': '#phone.clearing' } as const;
  return {
    description: 'Makes sure that the person of the phone is there.',
    initial: 'typing',
    exit: 'forgetTries',
    states: {
      confirming: {
        description: 'The phone recognizes its person.',
        tags: ['busy', 'unlocking'],
        invoke: {
          id: 'confirmPasskey',
          src: 'confirmPasskey',
          onDone: [
            { guard: { type: 'isConfirmed', params: ({ event }: Made<boolean>) => event.output }, target },
            { target: 'unconfirmed' },
          ],
          onError: 'unconfirmed',
        },
      },
      unconfirmed: {
        description: 'Says that the phone has not recognized its person, who can try again or register anew.',
        tags: 'unlocking',
        on: { ...ways, 'unlock.retry': 'confirming' },
      },
      typing: {
        description: 'Waits for the PIN, as long as there are tries.',
        tags: 'unlocking',
        on: {
          ...ways,
          'entry.edited': { guard: 'hasTries', actions: 'clearProblem' },
          'pin.entered': [
            {
              guard: { type: 'isTry', params: ({ event }: Typed) => event.pin },
              target: 'checking',
              actions: 'clearProblem',
            },
            { guard: 'hasTries', actions: { type: 'setProblem', params: 'phone.pin.invalid' } },
          ],
        },
      },
      checking: {
        description: 'Compares the PIN with the one that was set.',
        tags: ['busy', 'unlocking'],
        invoke: {
          id: 'checkPin',
          src: 'checkPin',
          input: ({ event }: Args) => {
            assertEvent(event, 'pin.entered');
            return { pin: event.pin };
          },
          onDone: [
            { guard: { type: 'isRightPin', params: ({ event }: Made<PinAnswer>) => event.output }, target },
            {
              target: 'typing',
              actions: { type: 'setTries', params: ({ event }: Made<PinAnswer>) => event.output },
            },
          ],
          onError: { target: 'typing', actions: { type: 'setProblem', params: 'phone.pin.unchecked' } },
        },
      },
    },
  } as const;
};
