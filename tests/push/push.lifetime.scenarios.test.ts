import { expect, it } from 'vitest';
import { open } from './input.ts';

it('ends with the longest timer of a browser where the server names a longer period', async () => {
  const screen = await open();
  await screen.receive(2 ** 33);
  await screen.look('X');
  await screen.clock.advance(2 ** 31 - 2);
  expect(screen.isWaiting()).toBe(true);
  await screen.clock.advance(1);
  expect(screen.value()).toEqual({ idle: 'expired' });
});
