/** From the beginning of one look to that of the next, in milliseconds (spec section 9, decision 86). */
export const POLL_PAUSE = 1000;

/**
 * The round of a poll: one look, its answer, and the rest of the second. Looks never overlap, and a lifetime stands on
 * a state around the round. A machine that has it declares the delay `pollPause`.
 * @param check the invoke that looks; its answer that settles nothing goes to `answered`
 * @param ends where the poll goes in place of another round
 */
export const pollRound = <const Check extends object, const Ends extends readonly object[]>(
  check: Check,
  ends: Ends,
) =>
  ({
    description: 'One look; the next begins a second after it did, or when it has ended.',
    type: 'parallel',
    onDone: [...ends, { target: 'round', reenter: true }],
    states: {
      look: {
        description: 'Asks whether there is an answer.',
        initial: 'checking',
        states: {
          checking: { description: 'The one question that is under way.', invoke: check },
          answered: { type: 'final' },
        },
      },
      pace: {
        description: 'Keeps the looks a second apart.',
        initial: 'early',
        states: {
          early: {
            description: 'Less than a second has gone by since the look began.',
            after: { pollPause: 'due' },
          },
          due: { type: 'final' },
        },
      },
    },
  }) as const;
