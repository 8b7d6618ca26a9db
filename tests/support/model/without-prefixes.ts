import type { EventObject } from 'xstate';

type Path = { readonly steps: readonly { readonly event: EventObject }[] };

/**
 * Leaves out duplicates, and paths that are the beginning of another path. Returns the longest paths first. XState's own
 * implementation has the same result, but compares every pair of paths.
 */
export function withoutPrefixes<AnyPath extends Path>(paths: readonly AnyPath[]): readonly AnyPath[] {
  const seenPrefixes = new Set<string>();
  return paths
    .toSorted((one, other) => other.steps.length - one.steps.length)
    .filter(({ steps }) => {
      const prefixes: string[] = [];
      let path = '';
      for (const { event } of steps) {
        path += `${JSON.stringify(event)}\n`;
        prefixes.push(path);
      }
      if (seenPrefixes.has(path)) return false;
      for (const prefix of prefixes) seenPrefixes.add(prefix);
      return true;
    });
}
