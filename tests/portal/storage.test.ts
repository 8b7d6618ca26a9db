import { describe, expect, it } from 'vitest';
import { policy, SERVICE } from '#cases/samples.ts';
import { NEW_REQUEST_VALUES, NEW_SESSION, NO_PERSON } from '#machines/shared/session.ts';
import { createStorage } from '#src/app/storage/storage.ts';
import { sessionOf } from '#tests/support/model/portal.ts';

const KEPT = { userId: 'kim', clientId: SERVICE, policy: policy() };

/** The part of the browser's Storage that is used. */
function createPlace(entries: Record<string, string> = {}) {
  const values = new Map(Object.entries(entries));
  const writes: string[] = [];
  const place = {
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
  return { place: () => place as unknown as Storage, values, writes };
}

const storageOf = (session = createPlace(), local = createPlace()) => ({
  session,
  local,
  storage: createStorage({ session: session.place, local: local.place }),
});

it('keeps the session values in one entry and the policy in the only one of localStorage', () => {
  const { storage, session, local } = storageOf();
  storage.writeSession(sessionOf('kim'));
  storage.writePolicy(KEPT);
  expect([...session.values.keys()]).toEqual(['munjigi.session']);
  expect([...local.values.keys()]).toEqual(['munjigi.policy']);
  expect(storage.readSession()).toEqual(sessionOf('kim'));
  expect(storage.readPolicy()).toEqual(KEPT);
});

it('removes the policy when there is none to keep', () => {
  const { storage, local } = storageOf();
  storage.writePolicy(KEPT);
  storage.writePolicy(null);
  expect([...local.values.keys()]).toEqual([]);
});

it('does not write an unchanged value', () => {
  const { storage, session } = storageOf();
  storage.writeSession(sessionOf('kim'));
  storage.writeSession(sessionOf('kim'));
  expect(session.writes).toHaveLength(1);
});

it('starts a new session where nothing is stored', () => {
  const { storage } = storageOf();
  expect(storage.readSession()).toEqual(NEW_SESSION);
  expect(storage.readPolicy()).toBeNull();
});

describe('an altered entry', () => {
  it.each(['', '{', 'null', '[]', '5', '"text"', '{"request":[],"person":7}'])(
    '%j is a new session',
    (entry) => {
      const { storage } = storageOf(createPlace({ 'munjigi.session': entry }));
      expect(storage.readSession()).toEqual(NEW_SESSION);
    },
  );

  it('is read with the name of the request values in the release before this one', () => {
    const former = { flow: { clientId: SERVICE } };
    const { storage } = storageOf(createPlace({ 'munjigi.session': JSON.stringify(former) }));
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
    const { storage } = storageOf(createPlace({ 'munjigi.session': JSON.stringify(altered) }));
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
      JSON.stringify({ ...KEPT, policy: { ...KEPT.policy, [group]: undefined } }),
    ),
    JSON.stringify({ ...KEPT, policy: { ...KEPT.policy, fixedToken: {} } }),
  ])('%j is no policy', (entry) => {
    const { storage } = storageOf(createPlace(), createPlace({ 'munjigi.policy': entry }));
    expect(storage.readPolicy()).toBeNull();
  });
});

it('works without storage where the browser blocks it', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const storage = createStorage({ session: blocked, local: blocked });
  expect(() => {
    storage.writeSession(sessionOf('kim'));
    storage.writePolicy(KEPT);
    storage.writePolicy(null);
  }).not.toThrow();
  expect(storage.readSession()).toEqual(NEW_SESSION);
  expect(storage.readPolicy()).toBeNull();
});

it('works without storage where it is full', () => {
  const full = createPlace();
  const place = () =>
    ({
      ...full.place(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }) as unknown as Storage;
  const storage = createStorage({ session: place, local: place });
  expect(() => storage.writeSession(sessionOf('kim'))).not.toThrow();
});
