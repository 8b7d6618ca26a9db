import type { EventObject } from 'xstate';

type Path = { readonly steps: readonly { readonly event: EventObject }[] };

/**
 * Paths without those with which a longer one begins, the longest first: what XState's own search for them comes to,
 * in a time that grows with the paths and not with their pairs.
 */
export function withoutBeginnings<Found extends Path>(paths: readonly Found[]): readonly Found[] {
  const begun = new Set<string>();
  return paths
    .toSorted((one, other) => other.steps.length - one.steps.length)
    .filter(({ steps }) => {
      const beginnings: string[] = [];
      let path = '';
      for (const { event } of steps) {
        path += `${JSON.stringify(event)}\n`;
        beginnings.push(path);
      }
      if (begun.has(path)) return false;
      for (const beginning of beginnings) begun.add(beginning);
      return true;
    });
}
