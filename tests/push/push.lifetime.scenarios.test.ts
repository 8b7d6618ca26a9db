import { expect, it } from 'vitest';
import { open } from './input.ts';

it('a push ends after the maximum timer of a browser when the server sends a longer period', async () => {
  const screen = await open();
  await screen.receivePush(2 ** 33);
  await screen.answerPoll('X');
  await screen.clock.advance(2 ** 31 - 2);
  expect(screen.isWaiting()).toBe(true);
  await screen.clock.advance(1);
  expect(screen.value()).toEqual({ idle: 'expired' });
});
