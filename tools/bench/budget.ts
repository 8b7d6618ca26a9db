import type { Load } from '#tools/bench/loads.ts';

/** Maximum JavaScript before the ID field is usable, in bytes gzipped. */
export const MAX_SCRIPT_BYTES = 122_700;

/** Maximum time until the ID field is usable, as a multiple of the empty form with the same libraries. */
const MAX_TIME_RATIO = 1.2;

/** The exceeded budgets of the portal. */
export const overBudget = (loads: readonly Load[]): string[] =>
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
