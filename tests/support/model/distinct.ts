import type { EventObject } from 'xstate';

type Path = { readonly steps: readonly { readonly event: EventObject }[] };

/**
 * The paths with which no longer path begins, the longest first: the result of XState's own search, in a time that grows
 * with the number of paths, not of pairs of paths.
 */
export function withoutPrefixes<SomePath extends Path>(paths: readonly SomePath[]): readonly SomePath[] {
  const knownPrefixes = new Set<string>();
  return paths
    .toSorted((one, other) => other.steps.length - one.steps.length)
    .filter(({ steps }) => {
      const prefixes: string[] = [];
      let path = '';
      for (const { event } of steps) {
        path += `${JSON.stringify(event)}\n`;
        prefixes.push(path);
      }
      if (knownPrefixes.has(path)) return false;
      for (const prefix of prefixes) knownPrefixes.add(prefix);
      return true;
    });
}
