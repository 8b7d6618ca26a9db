import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import {
  HashingBusyError,
  type HashingQueue,
  hashing,
  hashingQueue,
} from '#server/login/password/hashing.ts';
import { runWithRequest } from '#server/operations/request.ts';
import { currentRequest } from '#tests/support/server/current-request.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

/** A hash that the test ends. */
function pendingHash() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { hash: () => promise, end: () => resolve('hash'), fail: () => reject(new Error('broken')) };
}

test('hashes run up to the limit, further ones wait, and beyond the queue they are refused', async () => {
  const queue = hashingQueue(1, 1);
  const [first, second] = [pendingHash(), pendingHash()];
  const [running, waiting] = [queue.run(first.hash), queue.run(second.hash)];
  expect([queue.state(), queue.isBusy()]).toEqual([{ running: 1, waiting: 1, refused: 0 }, true]);
  await expect(queue.refuseWhenFull()).rejects.toThrow(HashingBusyError);
  await expect(queue.run(pendingHash().hash)).rejects.toThrow(HashingBusyError);
  first.end();
  expect(await running).toBe('hash');
  expect(queue.state()).toEqual({ running: 1, waiting: 0, refused: 2 });
  second.end();
  await waiting;
  expect([queue.state(), queue.isBusy()]).toEqual([{ running: 0, waiting: 0, refused: 2 }, false]);
});

/** Runs a hash for a browser at an address. */
const runFor =
  (queue: HashingQueue, network: string, isKnown = false) =>
  <Value>(hash: () => Promise<Value>): Promise<Value> =>
    runWithRequest(currentRequest({ address: network, isKnownBrowser: async () => isKnown }), () =>
      queue.run(hash),
    );

test('fewer hashes may wait when each takes longer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const maxWaitingAfter = async (ms: number): Promise<number> => {
    const queue = hashingQueue(1, 16, 160);
    for (let run = 0; run < 15; run += 1) await queue.run(async () => vi.advanceTimersByTime(ms));
    const running = pendingHash();
    const runs = Array.from({ length: 20 }, () => runFor(queue, 'one')(running.hash));
    running.end();
    const ended = await Promise.allSettled(runs);
    return ended.filter(({ status }) => status === 'fulfilled').length - 1;
  };
  expect([await maxWaitingAfter(10), await maxWaitingAfter(20), await maxWaitingAfter(1_000)]).toEqual([
    16, 8, 4,
  ]);
  vi.useRealTimers();
});

test('addresses take turns, and one with many waiting hashes does not block another', async () => {
  const queue = hashingQueue(1, 3);
  const ended: string[] = [];
  const addHash = (network: string, name: string): Promise<number> =>
    runFor(queue, network)(async () => ended.push(name));
  const running = pendingHash();
  const all = [
    queue.run(running.hash),
    addHash('stranger', 's1'),
    addHash('stranger', 's2'),
    addHash('stranger', 's3'),
  ];
  await expect(addHash('stranger', 's4')).rejects.toThrow(HashingBusyError);
  all.push(addHash('kim', 'k1'), addHash('lee', 'l1'));
  await expect(addHash('kim', 'k2')).rejects.toThrow(HashingBusyError);
  running.end();
  await Promise.all(all);
  expect(ended).toEqual(['s1', 'k1', 'l1', 's2', 's3']);
});

test('a known browser waits for running hashes only, not for those of unknown ones', async () => {
  const queue = hashingQueue(1, 2);
  const ended: string[] = [];
  const running = pendingHash();
  const all: Promise<unknown>[] = [runFor(queue, 'flood')(running.hash)];
  const addHash = (network: string, name: string, isKnown: boolean): void => {
    all.push(runFor(queue, network, isKnown)(async () => ended.push(name)));
  };
  for (const name of ['s1', 's2']) addHash('flood', name, false);
  for (const address of ['a', 'b']) addHash(address, address, false);
  for (const name of ['k1', 'k2']) addHash('flood', name, true);
  await expect(runFor(queue, 'c')(pendingHash().hash)).rejects.toThrow(HashingBusyError);
  await expect(runFor(queue, 'flood', true)(pendingHash().hash)).rejects.toThrow(HashingBusyError);
  addHash('d', 'k3', true);
  running.end();
  await Promise.all(all);
  expect(ended).toEqual(['k1', 'k3', 'k2', 's1', 'a', 'b', 's2']);
});

test('a failed hash lets the next one run', async () => {
  const queue = hashingQueue(1, 1);
  const [first, second] = [pendingHash(), pendingHash()];
  const running = queue.run(first.hash);
  const waiting = queue.run(second.hash);
  first.fail();
  await expect(running).rejects.toThrow('broken');
  second.end();
  expect(await waiting).toBe('hash');
});

test('a sign-in while the queue is full gets 503 with Retry-After, and is not counted as an attempt', async () => {
  const { browser, portal } = await testServer({ lock: { maxFailures: 1 } });
  const pending: ReturnType<typeof pendingHash>[] = [];
  for (let count = 0; count < 10_000; count++) {
    const hash = pendingHash();
    try {
      await hashing.refuseWhenFull();
    } catch {
      break;
    }
    pending.push(hash);
    void hashing.run(hash.hash);
  }
  const beginAttempt = vi.spyOn(portal.attempts, 'begin');
  const { status, headers, json } = await signIn(browser(), 'kim', { secret: 'wrong' });
  expect(beginAttempt).not.toHaveBeenCalled();
  for (const { end } of pending) end();
  expect([status, headers.get('retry-after'), json['errCode']]).toEqual([503, '5', '500']);
  expect(await portal.attempts.isLocked('kim', '-1')).toBe(false);
  expect((await signIn(browser(), 'kim')).status).toBe(200);
});

test('a sign-in in a known browser precedes one in an unknown browser that has waited longer', async () => {
  const { browser } = await testServer();
  const known = browser();
  expect((await signIn(known, 'kim')).status).toBe(200);
  // Fills every place in which a hash can run, and lets one hash wait.
  const pending = [pendingHash()];
  for (const { hash } of pending) {
    const { running } = hashing.state();
    void hashing.run(hash);
    if (hashing.state().running > running) pending.push(pendingHash());
  }
  const waitUntilWaiting = async (count: number): Promise<void> => {
    while (hashing.state().waiting < count) await setImmediate();
  };
  const { waiting } = hashing.state();
  const unknownSignIn = signIn(browser(), 'kim');
  await waitUntilWaiting(waiting + 1);
  const knownSignIn = signIn(known, 'kim');
  await waitUntilWaiting(waiting + 2);
  for (const { end } of pending) end();
  const first = await Promise.race([knownSignIn.then(() => 'owner'), unknownSignIn.then(() => 'stranger')]);
  expect([first, (await unknownSignIn).status, (await knownSignIn).status]).toEqual(['owner', 200, 200]);
});
