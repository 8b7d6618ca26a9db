/**
 * The time from the start of a poll to the start of the next poll, in milliseconds (spec section 9, rule 86).
 */
export const POLL_INTERVAL = 1000;

/**
 * One round of polling: a call, its answer, and the rest of the interval, so that calls never overlap. The machine
 * declares the delay `pollInterval`.
 * @param check the invocation of the call; an answer that decides nothing has the target `answered`
 * @param ends transitions that end the polling
 */
export const pollRound = <const Check extends object, const Ends extends readonly object[]>(
  check: Check,
  ends: Ends,
) =>
  ({
    description: 'One poll; the next starts one second after this one, or when it has ended.',
    type: 'parallel',
    onDone: [...ends, { target: 'round', reenter: true }],
    states: {
      call: {
        description: 'Makes one call.',
        initial: 'checking',
        states: {
          checking: { description: 'Waits for the answer of the call.', invoke: check },
          answered: { type: 'final' },
        },
      },
      interval: {
        description: 'Keeps the polls one second apart.',
        initial: 'early',
        states: {
          early: {
            description: 'Less than one second has passed since the poll began.',
            after: { pollInterval: 'due' },
          },
          due: { type: 'final' },
        },
      },
    },
  }) as const;
