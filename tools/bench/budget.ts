import type { Load } from '#tools/bench/loads.ts';

/** JavaScript before the ID field can be typed into, in bytes gzipped. */
export const MOST_SCRIPT = 120_000;

/** Time to typable, as a multiple of the empty form on the same libraries. */
const MOST_TIME = 1.2;

/** What of the portal is over its budget. */
export const overBudget = (loads: readonly Load[]): string[] =>
  loads
    .filter(({ page }) => page === 'portal')
    .flatMap((portal) => {
      const floor = loads.find(({ page, profile }) => page === 'stack' && profile === portal.profile);
      if (!floor) throw new Error(`The empty form was not measured ${portal.profile}`);
      const ratio = portal.typable / floor.typable;
      const { scriptGzip } = portal.weight;
      return [
        ...(scriptGzip > MOST_SCRIPT
          ? [`${portal.profile}: ${scriptGzip} bytes of JavaScript, more than ${MOST_SCRIPT}`]
          : []),
        ...(ratio > MOST_TIME
          ? [`${portal.profile}: typable after ${ratio.toFixed(2)} x the empty form, more than ${MOST_TIME}`]
          : []),
      ];
    });
