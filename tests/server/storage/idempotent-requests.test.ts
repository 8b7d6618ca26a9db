import { expect, test } from 'vitest';
import {
  type ClaimedRequest,
  idempotentRequestsIn,
} from '#server/storage/idempotency/idempotent-requests.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

const KEYS = { byId: 'by-id', bySession: 'by-session' };
const REQUEST = { idempotencyKey: 'a-name-of-the-page', sessionIdHash: 'id', content: 'content' };

async function openRequests() {
  const db = await openTestStorage();
  let isAlive = true;
  const requests = idempotentRequestsIn(
    { ...db, presence: { ...db.presence, isProcessAlive: async () => isAlive } },
    () => 0,
  );
  const claim = async (): Promise<ClaimedRequest> => {
    const result = await requests.claim(KEYS, REQUEST);
    if (!result.isNew || !result.claimed) throw new Error('The request was claimed before');
    return result.claimed;
  };
  return { claim, killServer: () => (isAlive = false) };
}

test('a server that takes over a request does not repeat its completed steps', async () => {
  const { claim, killServer } = await openRequests();
  let workCount = 0;
  const work = async () => ({ number: ++workCount });
  const firstClaim = await claim();
  expect(await firstClaim.runOnce('code', work)).toEqual({ number: 1 });
  expect(await firstClaim.runOnce('code', work)).toEqual({ number: 1 });
  killServer();
  const secondClaim = await claim();
  expect(await secondClaim.resultOf('code')).toEqual({ number: 1 });
  expect(await secondClaim.runOnce('code', work)).toEqual({ number: 1 });
  expect(await secondClaim.runOnce('mail', work)).toEqual({ number: 2 });
  await expect(firstClaim.runOnce('code', work)).rejects.toThrow('taken over by another server');
  await secondClaim.undo('code', async () => undefined);
  expect(await secondClaim.runOnce('code', work)).toEqual({ number: 3 });
});

test('a step in one statement is resumed after a crash', async () => {
  const { claim, killServer } = await openRequests();
  const events: string[] = [];
  const step = {
    work: async () => events.push('work'),
    resume: async () => events.push('resume'),
    undo: async () => undefined,
  };
  const firstClaim = await claim();
  await firstClaim.runOnceInOneStatement('guess', step);
  killServer();
  const secondClaim = await claim();
  await secondClaim.runOnceInOneStatement('guess', step);
  expect(events).toEqual(['work', 'resume']);
});

test('a step in one statement is undone when another server takes the request over meanwhile', async () => {
  const { claim, killServer } = await openRequests();
  const firstClaim = await claim();
  killServer();
  await claim();
  const undone: string[] = [];
  const step = {
    work: async () => 'guess',
    resume: async () => '',
    undo: async (result: string) => void undone.push(result),
  };
  await expect(firstClaim.runOnceInOneStatement('guess', step)).rejects.toThrow(
    'taken over by another server',
  );
  expect(undone).toEqual(['guess']);
});
