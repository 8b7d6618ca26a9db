import { expect, test } from 'vitest';
import { type HeldSubmission, submissionsIn } from '#server/storage/repositories/submissions.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

const NAMES = { byId: 'by-id', bySession: 'by-session' };
const SENT = { key: 'a-name-of-the-page', idHash: 'id', content: 'content' };

async function stage() {
  const db = await openTestStorage();
  let isHere = true;
  const submissions = submissionsIn(
    { ...db, presence: { ...db.presence, isHere: async () => isHere } },
    () => 0,
  );
  const claim = async (): Promise<HeldSubmission> => {
    const claimed = await submissions.claim(NAMES, SENT);
    if (!claimed.isNew || !claimed.held) throw new Error('It is not ours to do');
    return claimed.held;
  };
  return { claim, die: () => (isHere = false) };
}

test('what is done of a submission is given to whoever takes it over, and not done again', async () => {
  const { claim, die } = await stage();
  let done = 0;
  const work = async () => ({ number: ++done });
  const first = await claim();
  expect(await first.once('code', work)).toEqual({ number: 1 });
  expect(await first.once('code', work)).toEqual({ number: 1 });
  die();
  const second = await claim();
  expect(await second.done('code')).toEqual({ number: 1 });
  expect(await second.once('code', work)).toEqual({ number: 1 });
  expect(await second.once('mail', work)).toEqual({ number: 2 });
  await expect(first.once('code', work)).rejects.toThrow('belongs to this request no longer');
  await second.undo('code', async () => undefined);
  expect(await second.once('code', work)).toEqual({ number: 3 });
});
