import { expect, test } from 'vitest';
import { HashingBusyError, hashing, hashingQueue } from '#server/login/password/hashing.ts';
import { duringRequest } from '#server/operations/request.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

/** A hash that ends when it is told to. */
function heldHash() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { hash: () => promise, end: () => resolve('hash'), fail: () => reject(new Error('broken')) };
}

test('so many hash at once, the others wait for their turn, and beyond that they are sent away', async () => {
  const queue = hashingQueue(1, 1);
  const [first, second] = [heldHash(), heldHash()];
  const [running, waiting] = [queue.run(first.hash), queue.run(second.hash)];
  expect(queue.state()).toEqual({ running: 1, waiting: 1, refused: 0 });
  expect(() => queue.checkRoom()).toThrow(HashingBusyError);
  await expect(queue.run(heldHash().hash)).rejects.toThrow(HashingBusyError);
  first.end();
  expect(await running).toBe('hash');
  expect(queue.state()).toEqual({ running: 1, waiting: 0, refused: 2 });
  second.end();
  await waiting;
  expect(queue.state()).toEqual({ running: 0, waiting: 0, refused: 2 });
});

test('addresses take turns, and one that waits with many takes no room of another', async () => {
  const queue = hashingQueue(1, 3);
  const ended: string[] = [];
  const ask = (network: string, name: string): Promise<number> =>
    duringRequest({ id: name, address: network, network, browser: '', browserToken: '' }, () =>
      queue.run(async () => ended.push(name)),
    );
  const running = heldHash();
  const all = [queue.run(running.hash), ask('stranger', 's1'), ask('stranger', 's2'), ask('stranger', 's3')];
  await expect(ask('stranger', 's4')).rejects.toThrow(HashingBusyError);
  all.push(ask('kim', 'k1'), ask('lee', 'l1'));
  await expect(ask('kim', 'k2')).rejects.toThrow(HashingBusyError);
  running.end();
  await Promise.all(all);
  expect(ended).toEqual(['s1', 'k1', 'l1', 's2', 's3']);
});

test('one that fails lets the next one run', async () => {
  const queue = hashingQueue(1, 1);
  const [first, second] = [heldHash(), heldHash()];
  const running = queue.run(first.hash);
  const waiting = queue.run(second.hash);
  first.fail();
  await expect(running).rejects.toThrow('broken');
  second.end();
  expect(await waiting).toBe('hash');
});

test('a sign-in that finds no room is told 503 and when to come back, and counts as no attempt', async () => {
  const { browser, portal } = await testServer({ lock: { maxFailures: 1 } });
  const held: ReturnType<typeof heldHash>[] = [];
  for (let hashes = 0; hashes < 10_000; hashes++) {
    const one = heldHash();
    try {
      hashing.checkRoom();
    } catch {
      break;
    }
    held.push(one);
    void hashing.run(one.hash);
  }
  const { status, headers, json } = await signIn(browser(), 'kim', { secret: 'wrong' });
  for (const { end } of held) end();
  expect([status, headers.get('retry-after'), json['errCode']]).toEqual([503, '5', '500']);
  expect(await portal.attempts.isLocked('kim', '-1')).toBe(false);
  expect((await signIn(browser(), 'kim')).status).toBe(200);
});
