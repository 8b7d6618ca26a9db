import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { activeStatesAt, type PathTreeData, pathEventsTo } from '#atlas/screens/path-tree.ts';
import type { AtlasState, PathEvent } from '#atlas/screens/types.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { messages } from '#tools/messages/plugin.ts';
import type { renderedKeys } from './rendered-keys.tsx';

/** Texts on more than this share of the screens, such as the names of the languages, do not distinguish states. */
const COMMON_SHARE = 0.9;

/** The message keys of the screens of each state, with the first variant that shows them. */
export type Keys = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Builds the production views for Node.js and renders the end of each path. */
async function readKeys(
  root: string,
  ...given: Parameters<typeof renderedKeys>
): ReturnType<typeof renderedKeys> {
  // Inside the project, so that the bundle can resolve its packages.
  const outDir = await mkdtemp(join(root, 'node_modules', '.atlas-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [messages(), react()],
      json: { namedExports: false },
      build: { ssr: join('tools', 'atlas', 'rendered-keys.tsx'), outDir, copyPublicDir: false },
    });
    const module: { readonly renderedKeys: typeof renderedKeys } = await import(
      pathToFileURL(join(outDir, 'rendered-keys.js')).href
    );
    return await module.renderedKeys(...given);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

const isLeaf = (id: string, activeStates: readonly string[]): boolean =>
  !activeStates.some((other) => other.startsWith(`${id}.`));

/** Whether a portal state has a running flow, which decides what the screen shows. */
const hasFlow = (id: string, activeStates: readonly string[]): boolean =>
  id.startsWith('portal.') && activeStates.some((other) => !/^portal(?:\.|$)/.test(other));

/** Finds the message keys that each state shows, by rendering all of its variants with the production views. */
export async function findKeys(
  root: string,
  start: PortalInput,
  states: Readonly<Record<string, AtlasState>>,
  pathTree: PathTreeData,
): Promise<Keys> {
  const variants = Object.entries(states).flatMap(([state, { variants }]) =>
    variants
      .filter(({ moment }) => isLeaf(state, activeStatesAt(pathTree, moment)))
      .map(({ id, moment }) => ({
        state,
        id,
        moment,
        isPortalState: hasFlow(state, activeStatesAt(pathTree, moment)),
      })),
  );
  const moments = [...new Set(variants.map(({ moment }) => moment))];
  const paths = moments.map((moment): readonly PathEvent[] => pathEventsTo(pathTree, moment));
  const keysByPath = await readKeys(root, start, paths);
  const byMoment = new Map(moments.map((moment, index) => [moment, keysByPath[index] ?? []]));
  const counts = Map.groupBy(keysByPath.flat(), (key) => key);
  const isDistinguishing = (key: string) => (counts.get(key)?.length ?? 0) < moments.length * COMMON_SHARE;
  const keysOf = ({ moment }: { readonly moment: number }) =>
    (byMoment.get(moment) ?? []).filter(isDistinguishing);
  const keysOfFlows = new Set(variants.filter(({ isPortalState }) => !isPortalState).flatMap(keysOf));
  const keys: Record<string, Record<string, string>> = {};
  for (const variant of variants) {
    const keysOfState = keys[variant.state] ?? {};
    for (const key of keysOf(variant))
      if (!variant.isPortalState || !keysOfFlows.has(key)) keysOfState[key] ??= variant.id;
    keys[variant.state] = keysOfState;
  }
  return keys;
}
