import { describe, expect, it } from 'vitest';
import { policy, SERVICE } from '#cases/samples.ts';
import { NEW_REQUEST_VALUES, NEW_SESSION, NO_PERSON } from '#machines/shared/session.ts';
import { createStorage } from '#src/app/storage/storage.ts';
import { sessionOf } from '#tests/support/model/portal.ts';

const STORED_POLICY = { userId: 'kim', clientId: SERVICE, policy: policy() };

/** The used part of the browser's Storage. */
function createArea(entries: Record<string, string> = {}) {
  const values = new Map(Object.entries(entries));
  const writes: string[] = [];
  const area = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      writes.push(key);
      values.set(key, value);
    },
    removeItem: (key: string) => {
      writes.push(key);
      values.delete(key);
    },
  };
  return { open: () => area as unknown as Storage, values, writes };
}

const storageOf = (session = createArea(), local = createArea()) => ({
  session,
  local,
  storage: createStorage({ session: session.open, local: local.open }),
});

it('the storage has the session values in one entry of the tab and the policy in one of the browser', () => {
  const { storage, session, local } = storageOf();
  storage.writeSession(sessionOf('kim'));
  storage.writePolicy(STORED_POLICY);
  expect([...session.values.keys()]).toEqual(['munjigi.session']);
  expect([...local.values.keys()]).toEqual(['munjigi.policy']);
  expect(storage.readSession()).toEqual(sessionOf('kim'));
  expect(storage.readPolicy()).toEqual(STORED_POLICY);
});

it('the storage removes the policy when null is written', () => {
  const { storage, local } = storageOf();
  storage.writePolicy(STORED_POLICY);
  storage.writePolicy(null);
  expect([...local.values.keys()]).toEqual([]);
});

it('the storage does not write an unchanged value', () => {
  const { storage, session } = storageOf();
  storage.writeSession(sessionOf('kim'));
  storage.writeSession(sessionOf('kim'));
  expect(session.writes).toHaveLength(1);
});

it('an empty storage has a new session and no policy', () => {
  const { storage } = storageOf();
  expect(storage.readSession()).toEqual(NEW_SESSION);
  expect(storage.readPolicy()).toBeNull();
});

describe('an altered entry', () => {
  it.each(['', '{', 'null', '[]', '5', '"text"', '{"request":[],"person":7}'])(
    '%j is read as a new session',
    (entry) => {
      const { storage } = storageOf(createArea({ 'munjigi.session': entry }));
      expect(storage.readSession()).toEqual(NEW_SESSION);
    },
  );

  it('is read when it has the request values under their name in the previous release', () => {
    const previous = { flow: { clientId: SERVICE } };
    const { storage } = storageOf(createArea({ 'munjigi.session': JSON.stringify(previous) }));
    expect(storage.readSession()).toMatchObject({ request: { clientId: SERVICE } });
  });

  it('keeps only values of the right type', () => {
    const altered = {
      request: { clientId: SERVICE, redirectUrl: 5, other: 'x' },
      person: {
        userId: 'kim',
        first: 'Y',
        pending: { tokenCode: '1', kind: 'code', id: '', validUntil: 'soon' },
      },
    };
    const { storage } = storageOf(createArea({ 'munjigi.session': JSON.stringify(altered) }));
    expect(storage.readSession()).toEqual({
      request: { ...NEW_REQUEST_VALUES, clientId: SERVICE },
      person: { ...NO_PERSON, userId: 'kim' },
    });
  });

  it.each([
    '{',
    '[]',
    '{"userId":"kim"}',
    '{"userId":5,"clientId":"a","policy":{}}',
    '{"userId":"kim","clientId":"a","policy":{"policyId":"p"}}',
    '{"userId":"kim","clientId":"a","policy":{"policyId":"p","allowed":[]}}',
    ...['allowed', 'userTokens', 'cubeLogin', 'selfAuth', 'secondTokenPriority', 'fixedToken'].map((group) =>
      JSON.stringify({ ...STORED_POLICY, policy: { ...STORED_POLICY.policy, [group]: undefined } }),
    ),
    JSON.stringify({ ...STORED_POLICY, policy: { ...STORED_POLICY.policy, fixedToken: {} } }),
  ])('%j is not read as a policy', (entry) => {
    const { storage } = storageOf(createArea(), createArea({ 'munjigi.policy': entry }));
    expect(storage.readPolicy()).toBeNull();
  });
});

it('reading and writing do not fail when the browser blocks storage', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const storage = createStorage({ session: blocked, local: blocked });
  expect(() => {
    storage.writeSession(sessionOf('kim'));
    storage.writePolicy(STORED_POLICY);
    storage.writePolicy(null);
  }).not.toThrow();
  expect(storage.readSession()).toEqual(NEW_SESSION);
  expect(storage.readPolicy()).toBeNull();
});

it('writing does not fail when the storage is full', () => {
  const full = createArea();
  const openFull = () =>
    ({
      ...full.open(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }) as unknown as Storage;
  const storage = createStorage({ session: openFull, local: openFull });
  expect(() => storage.writeSession(sessionOf('kim'))).not.toThrow();
});
