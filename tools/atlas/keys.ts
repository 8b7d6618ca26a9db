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

/**
 * Fraction of the screens. A text on more screens, such as the name of a language, does not distinguish states, so it
 * is left out.
 */
const MAX_SCREEN_FRACTION = 0.9;

/** By state: the keys of the messages on its screens, each with the ID of the first variant that shows the message. */
export type MessageKeys = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Builds the production views for Node.js, and calls {@link renderedKeys} with them. */
async function buildAndRenderKeys(
  root: string,
  ...renderArguments: Parameters<typeof renderedKeys>
): ReturnType<typeof renderedKeys> {
  // The folder is inside the project, so that Node.js finds the packages that the bundle imports.
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
    return await module.renderedKeys(...renderArguments);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Whether no descendant of a state is active. */
const isLeaf = (id: string, activeStates: readonly string[]): boolean =>
  !activeStates.some((other) => other.startsWith(`${id}.`));

/** Whether a flow is running in a state of the portal; the flow decides what the screen shows. */
const hasRunningFlow = (id: string, activeStates: readonly string[]): boolean =>
  id.startsWith('portal.') && activeStates.some((other) => !/^portal(?:\.|$)/.test(other));

/** Finds the keys of the messages that each state shows, by rendering all variants with the production views. */
export async function findKeys(
  root: string,
  start: PortalInput,
  states: Readonly<Record<string, AtlasState>>,
  pathTree: PathTreeData,
): Promise<MessageKeys> {
  const variants = Object.entries(states).flatMap(([state, { variants }]) =>
    variants
      .filter(({ moment }) => isLeaf(state, activeStatesAt(pathTree, moment)))
      .map(({ id, moment }) => ({
        state,
        id,
        moment,
        hasFlow: hasRunningFlow(state, activeStatesAt(pathTree, moment)),
      })),
  );
  const moments = [...new Set(variants.map(({ moment }) => moment))];
  const paths = moments.map((moment): readonly PathEvent[] => pathEventsTo(pathTree, moment));
  const keysByPath = await buildAndRenderKeys(root, start, paths);
  const byMoment = new Map(moments.map((moment, index) => [moment, keysByPath[index] ?? []]));
  const counts = Map.groupBy(keysByPath.flat(), (key) => key);
  const isDistinguishing = (key: string) =>
    (counts.get(key)?.length ?? 0) < moments.length * MAX_SCREEN_FRACTION;
  const keysOf = ({ moment }: { readonly moment: number }) =>
    (byMoment.get(moment) ?? []).filter(isDistinguishing);
  const keysOfFlows = new Set(variants.filter(({ hasFlow }) => !hasFlow).flatMap(keysOf));
  const keys: Record<string, Record<string, string>> = {};
  for (const variant of variants) {
    const keysOfState = keys[variant.state] ?? {};
    for (const key of keysOf(variant))
      if (!variant.hasFlow || !keysOfFlows.has(key)) keysOfState[key] ??= variant.id;
    keys[variant.state] = keysOfState;
  }
  return keys;
}
