import type { LazyFlow } from '#machines/portal/flows.ts';
import type { FlowChunk } from './flow-chunk.ts';

const chunks = import.meta.glob<FlowChunk>('./flows/*.ts');

/** The address that a browser names when it could not fetch a module. */
const LOST = /https?:\S+\.js\b/;

let tries = 0;

/**
 * Some browsers keep a module that did not arrive and never fetch it again: another query is another module. Its
 * first one has not run, so nothing of it is there twice.
 */
async function again(failure: unknown): Promise<FlowChunk> {
  const address = failure instanceof Error ? LOST.exec(failure.message)?.[0] : undefined;
  if (address === undefined) throw failure;
  tries += 1;
  return import(/* @vite-ignore */ `${address}?again=${tries}`);
}

/**
 * Fetches the chunk of a flow, which is the file of its name in `flows/`. Rejects when it does not arrive.
 * @throws {Error} when there is no such file
 */
export function loadFlow(flow: LazyFlow): Promise<FlowChunk> {
  const load = chunks[`./flows/${flow}.ts`];
  if (!load) throw new Error(`The flow "${flow}" has no chunk`);
  return load().catch(again);
}
