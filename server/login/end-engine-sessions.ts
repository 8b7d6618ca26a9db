import type { RequestEngine } from './engine.ts';

/** Ends the sessions of the engines that were stored under these names (decisions 220 and 223). */
export async function endEngineSessionsNamed(
  engines: readonly RequestEngine[],
  names: readonly string[],
): Promise<void> {
  for (const name of names) for (const engine of engines) await engine.endSessionNamed(name);
}
