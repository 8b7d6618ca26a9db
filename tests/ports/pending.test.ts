import { describe, expect, it } from 'vitest';
import type { Pending } from '#machines/shared/session.ts';
import { qrKeeper } from '#src/app/pending.ts';
import { textOfCode } from '#src/ports/qr.ts';
import { openPortal } from '#tests/support/model/portal.ts';

describe('a QR code that a reload has to find', () => {
  const { context } = openPortal();
  const keep = (qr: string | null): (Pending | null)[] => {
    const kept: (Pending | null)[] = [];
    const keeper = qrKeeper({ portal: context, keepPending: (pending) => kept.push(pending) });
    keeper(null, qr === null ? null : { qrId: 'id-1', qr, at: 1000, validUntil: 16_000 });
    return kept;
  };

  it('is kept by its id, from which it can be drawn again', () => {
    expect(keep(textOfCode(context(), 'id-1'))).toEqual([
      { tokenCode: '11', kind: 'qr', id: 'id-1', validUntil: 16_000 },
    ]);
  });

  it('is not kept when its text says more than its id', () => {
    expect(keep('https://app.example/l/8f2c')).toEqual([null]);
  });

  it('is forgotten', () => {
    expect(keep(null)).toEqual([null]);
  });
});
