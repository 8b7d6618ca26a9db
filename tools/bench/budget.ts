import type { LoadMedians } from '#tools/bench/loads.ts';

/** Maximum size of the JavaScript that is requested before the ID field is usable, in bytes (gzip). */
export const MAX_SCRIPT_BYTES = 122_700;

/** Maximum time until the ID field of the portal is usable, as a multiple of the time of the page `stack`. */
const MAX_TIME_RATIO = 1.2;

/** Describes each maximum that the portal exceeds. */
export const findExceededBudgets = (loads: readonly LoadMedians[]): string[] =>
  loads
    .filter(({ page }) => page === 'portal')
    .flatMap((portal) => {
      const baseline = loads.find(({ page, profile }) => page === 'stack' && profile === portal.profile);
      if (!baseline) throw new Error(`The empty form was not measured ${portal.profile}`);
      const ratio = portal.typable / baseline.typable;
      const { scriptGzip } = portal.weight;
      return [
        ...(scriptGzip > MAX_SCRIPT_BYTES
          ? [`${portal.profile}: ${scriptGzip} bytes of JavaScript, more than ${MAX_SCRIPT_BYTES}`]
          : []),
        ...(ratio > MAX_TIME_RATIO
          ? [
              `${portal.profile}: typable after ${ratio.toFixed(2)} x the empty form, more than ${MAX_TIME_RATIO}`,
            ]
          : []),
      ];
    });
