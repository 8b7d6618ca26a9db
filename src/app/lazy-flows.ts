import type { LazyFlow } from '#machines/portal/flows.ts';
import type { FlowChunk } from './flow-chunk.ts';
import { importWithRetry } from './import-with-retry.ts';

const chunks = import.meta.glob<FlowChunk>('./flows/*.ts');

/**
 * Fetches the chunk of a flow, which is the file of its name in `flows/`. Rejects when it does not arrive.
 * @throws {Error} when there is no such file
 */
export function loadFlow(flow: LazyFlow): Promise<FlowChunk> {
  const load = chunks[`./flows/${flow}.ts`];
  if (!load) throw new Error(`The flow "${flow}" has no chunk`);
  return importWithRetry(load);
}
