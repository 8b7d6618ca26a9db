import { describe, expect, it, vi } from 'vitest';
import type { MessageLanguage } from '#src/app/messages.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import type { CallRow } from './calls.ts';
import { FAULT_NAMES } from './faults.ts';
import { meetAll } from './meet.ts';
import type { ExpectedMessages } from './sentences.ts';
import { faultsInShareOf } from './share.ts';

const LANGUAGES = ['ko', 'en'] as const satisfies readonly MessageLanguage[];

/** The languages in which a call is tried: both, or one by its number. */
const languagesOf = (index: number): readonly MessageLanguage[] =>
  IS_TEST_ALL ? LANGUAGES : LANGUAGES.slice(index % 2, (index % 2) + 1);

/** How long all faults of a call may take on a busy machine, in milliseconds. */
const PATIENCE = 300_000;

/** Has every call of a table meet every fault, or in `npm test` its share of them. */
export function describeMatrix(
  calls: Readonly<Record<string, CallRow>>,
  sentences: Readonly<Record<string, ExpectedMessages>>,
): void {
  describe.each(
    Object.entries(calls).flatMap(([call, row], index) =>
      languagesOf(index).map((language) => [call, language, row] as const),
    ),
  )('%s in %s', (call, language, row) => {
    it('keeps the laws under each fault', { timeout: PATIENCE }, async () => {
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
        fillRect: () => undefined,
        clearRect: () => undefined,
        createImageData: () => ({ data: [] }),
        putImageData: () => undefined,
      } as never);
      const names = IS_TEST_ALL ? FAULT_NAMES : faultsInShareOf(call);
      expect(await meetAll({ row, says: sentences[call] ?? {} }, language, names)).toEqual([]);
    });
  });
}
