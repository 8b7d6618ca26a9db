import { expect, it } from 'vitest';
import type { Pending } from '#machines/shared/session.ts';
import { storePendingCode, storePendingPush, storePendingQr } from '#src/app/pending.ts';

it('a pending proof is stored with its kind, and removed', () => {
  const stored: (Pending | null)[] = [];
  const store = (pending: Pending | null) => stored.push(pending);
  storePendingCode(store)(null, { tokenCode: '2', validUntil: 1 });
  storePendingPush(store)(null, { id: 'p-1', validUntil: 2 });
  storePendingQr(store)(null, { id: 'q-1', validUntil: 3 });
  storePendingQr(store)(null, null);
  expect(stored).toEqual([
    { tokenCode: '2', kind: 'code', id: '', validUntil: 1 },
    { tokenCode: '10', kind: 'push', id: 'p-1', validUntil: 2 },
    { tokenCode: '11', kind: 'qr', id: 'q-1', validUntil: 3 },
    null,
  ]);
});
