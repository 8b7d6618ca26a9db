import type { RequestEngine } from './engine.ts';

/** Ends the engine sessions with these names, at every engine (rules 220 and 223). */
export async function endEngineSessionsNamed(
  engines: readonly RequestEngine[],
  names: readonly string[],
): Promise<void> {
  for (const name of names) for (const engine of engines) await engine.endSessionNamed(name);
}
