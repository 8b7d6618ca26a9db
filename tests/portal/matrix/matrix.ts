import { describe, expect, it, vi } from 'vitest';
import { IS_TEST_ALL, languagesOf } from '#tests/support/test-all.ts';
import type { CallRow } from './calls.ts';
import { checkFaults } from './check-faults.ts';
import type { ExpectedMessages } from './expected-messages.ts';
import { sampleOfFaults } from './fault-sample.ts';
import { FAULT_NAMES } from './faults.ts';

/** Time limit for all faults of a call on a busy machine, in milliseconds. */
const TIMEOUT = 300_000;

/** Tests every call of a table with every fault, or in `npm test` with a sample of the faults. */
export function describeMatrix(
  calls: Readonly<Record<string, CallRow>>,
  messages: Readonly<Record<string, ExpectedMessages>>,
): void {
  describe.each(
    Object.entries(calls).flatMap(([call, row], index) =>
      languagesOf(index).map((language) => [call, language, row] as const),
    ),
  )('%s in %s', (call, language, row) => {
    it('the page keeps the laws under each fault', { timeout: TIMEOUT }, async () => {
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
        fillRect: () => undefined,
        clearRect: () => undefined,
        createImageData: () => ({ data: [] }),
        putImageData: () => undefined,
      } as never);
      const names = IS_TEST_ALL ? FAULT_NAMES : sampleOfFaults(call);
      expect(await checkFaults({ row, messages: messages[call] ?? {} }, language, names)).toEqual([]);
    });
  });
}
