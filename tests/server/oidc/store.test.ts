import { describe, expect } from 'vitest';
import { engineStoreIn } from '#server/protocols/oidc/store.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

async function openStore() {
  let seconds = 1000;
  const store = engineStoreIn(
    await openTestStorage(),
    () => seconds * 1000,
    (model) => new RangeError(model),
  );
  return {
    store,
    advance: (moreSeconds: number) => {
      seconds += moreSeconds;
    },
  };
}

const test = testWithSetup(openStore);

describe("the engine's store", () => {
  test('finds a record until it expires', async ({ setup: { store, advance } }) => {
    const codes = store.adapter('AuthorizationCode');
    await codes.upsert('a', { kind: 'AuthorizationCode', accountId: 'kim' }, 60);
    advance(59);
    expect(await codes.find('a')).toEqual({ kind: 'AuthorizationCode', accountId: 'kim' });
    advance(1);
    expect(await codes.find('a')).toBeUndefined();
  });

  test('makes a device that polls too soon wait longer each time, also in concurrent polls', async () => {
    const { store, advance } = await openStore();
    const polling = { intervalMs: 5000, addedMs: 5000 };
    const poll = (deviceCode = 'd') => store.recordPoll(deviceCode, polling);
    expect((await Promise.all([poll(), poll(), poll('other')])).toSorted()).toEqual([false, false, true]);
    for (const [pause, isTooSoon] of [
      [9, true],
      [14, true],
      [20, false],
      [19, true],
    ] as const) {
      advance(pause);
      expect(await poll()).toBe(isTooSoon);
    }
  });

  test('does not find a record of one kind as another', async ({ setup: { store } }) => {
    await store.adapter('Session').upsert('a', { uid: 'u' }, 60);
    expect(await store.adapter('Interaction').find('a')).toBeUndefined();
    expect(await store.adapter('Interaction').findByUid('u')).toBeUndefined();
    expect(await store.adapter('Session').findByUid('u')).toEqual({ uid: 'u' });
  });

  test('marks a record as consumed once, and leaves the rest of it', async ({ setup: { store } }) => {
    const codes = store.adapter('AuthorizationCode');
    await codes.upsert('a', { accountId: 'kim' }, 60);
    await codes.consume('a');
    await expect(codes.consume('a')).rejects.toThrow(RangeError);
    expect(await codes.find('a')).toEqual({ accountId: 'kim', consumed: 1000 });
  });

  test('revokes the records of one grant and one kind', async ({ setup: { store } }) => {
    const tokens = store.adapter('AccessToken');
    const interactions = store.adapter('Interaction');
    await tokens.upsert('mine', { grantId: 'g' }, 60);
    await tokens.upsert('other', { grantId: 'h' }, 60);
    await interactions.upsert('waiting', { grantId: 'g' }, 60);
    await tokens.revokeByGrantId('g');
    expect(await tokens.find('mine')).toBeUndefined();
    expect(await tokens.find('other')).toBeDefined();
    expect(await interactions.find('waiting')).toBeDefined();
  });

  test('refuses a record without an expiry', async ({ setup: { store } }) => {
    await expect(store.adapter('Session').upsert('a', {}, undefined)).rejects.toThrow(/must expire/);
  });
});
