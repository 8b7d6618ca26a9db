import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { PathTree } from '#atlas/screens/path-tree.ts';
import type { AtlasState, PathEvent } from '#atlas/screens/types.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { messages } from '#tools/messages/plugin.ts';
import type { keysAt } from './rendered-keys.tsx';

/** Texts on almost every screen, such as the names of the languages, do not distinguish states. */
const EVERYWHERE = 0.9;

/** The message keys of the screens of each state, with the first look that shows them. */
export type Keys = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Builds the production views for Node, and lets them draw the end of each path. */
async function readKeys(root: string, ...given: Parameters<typeof keysAt>): ReturnType<typeof keysAt> {
  // Inside the project, as the bundle still finds its own packages there.
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
    const module: { readonly keysAt: typeof keysAt } = await import(
      pathToFileURL(join(outDir, 'rendered-keys.js')).href
    );
    return await module.keysAt(...given);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

const isLeaf = (id: string, place: readonly string[]): boolean =>
  !place.some((other) => other.startsWith(`${id}.`));

/** Whether the flow of a screen runs. It decides what the screen shows; the portal decides what is around it. */
const hasFlow = (id: string, place: readonly string[]): boolean =>
  id.startsWith('portal.') && place.some((other) => !/^portal(?:\.|$)/.test(other));

/** Finds the message keys that each state shows: by drawing all of its looks with the production views. */
export async function findKeys(
  root: string,
  start: PortalInput,
  states: Readonly<Record<string, AtlasState>>,
  pathTree: PathTree,
): Promise<Keys> {
  const looks = Object.entries(states).flatMap(([state, { variants }]) =>
    variants
      .filter(({ moment }) => isLeaf(state, pathTree.activeStatesAt(moment)))
      .map(({ id, moment }) => ({
        state,
        id,
        moment,
        isBeside: hasFlow(state, pathTree.activeStatesAt(moment)),
      })),
  );
  const moments = [...new Set(looks.map(({ moment }) => moment))];
  const paths = moments.map((moment): readonly PathEvent[] => pathTree.pathTo(moment));
  const found = await readKeys(root, start, paths);
  const byMoment = new Map(moments.map((moment, index) => [moment, found[index] ?? []]));
  const counts = Map.groupBy(found.flat(), (key) => key);
  const isTelling = (key: string) => (counts.get(key)?.length ?? 0) < moments.length * EVERYWHERE;
  const keysOf = ({ moment }: { readonly moment: number }) => (byMoment.get(moment) ?? []).filter(isTelling);
  const ofFlows = new Set(looks.filter(({ isBeside }) => !isBeside).flatMap(keysOf));
  const keys: Record<string, Record<string, string>> = {};
  for (const look of looks) {
    const own = keys[look.state] ?? {};
    for (const key of keysOf(look)) if (!look.isBeside || !ofFlows.has(key)) own[key] ??= look.id;
    keys[look.state] = own;
  }
  return keys;
}
