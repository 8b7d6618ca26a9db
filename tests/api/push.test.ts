import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import { checkAnswer, pushAnswer } from '#src/api/decode/push.ts';

it.each([
  [60, 60_000],
  ['60', 60_000],
  [1.5, 1500],
  [0, null],
  [-1, null],
  ['', null],
  ['soon', null],
  [Number.MAX_VALUE, null],
  [true, null],
  [null, null],
  [undefined, null],
])('a push with the period %j waits %j ms', (period, expected) => {
  expect(safeParse(pushAnswer, { pushId: 'ABCD', period })).toMatchObject({
    success: true,
    output: { pushId: 'ABCD', period: expected },
  });
});

it.each([{}, { pushId: '' }, { pushId: 7 }, { pushId: null }, null, []])(
  'the answer %j is not a push',
  (answer) => {
    expect(safeParse(pushAnswer, answer).success).toBe(false);
  },
);

it.each([{}, { check: '' }, { check: true }, { check: null }])(
  'the answer %j is not a state of a push',
  (answer) => {
    expect(safeParse(checkAnswer, answer).success).toBe(false);
  },
);

it('any state of a push other than X and A is read as it is', () => {
  expect(safeParse(checkAnswer, { check: 'Z', more: 1 })).toMatchObject({ success: true, output: 'Z' });
});
