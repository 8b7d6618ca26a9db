import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Storage } from '#server/storage/storage.ts';
import type { Case } from '#tests/support/server/attacks/case.ts';
import { drawn } from '#tests/support/server/attacks/draw.ts';
import { play } from '#tests/support/server/attacks/play.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { IS_WHOLE } from '#tests/support/whole.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});

async function holdsFor(attack: Case): Promise<void> {
  const { unearned } = await play(storage, attack);
  expect(unearned, JSON.stringify(attack)).toEqual([]);
}

/** `MUNJIGI_ATTACKS` says how many orders of calls are played, else a few that are always the same. */
const ATTACKS = process.env['MUNJIGI_ATTACKS'] ?? (IS_WHOLE ? '10000' : null);
const DRAWING = ATTACKS === null ? { numRuns: 200, seed: 226 } : { numRuns: Number(ATTACKS) };

test('nobody enters a service with fewer things than its policy names', { timeout: 3_600_000 }, async () => {
  const start = process.cpuUsage();
  await fc.assert(fc.asyncProperty(drawn, holdsFor), {
    ...DRAWING,
    endOnFailure: process.env['NOSHRINK'] !== undefined,
  });
  console.log('cpu', process.cpuUsage(start).user / 1e6);
});
