import type { LazyFlow } from '#machines/portal/flows.ts';
import type { FlowChunk } from './flow-chunk.ts';
import { importWithRetry } from './import-with-retry.ts';

const chunkLoaders = import.meta.glob<FlowChunk>('./flows/*.ts');

/**
 * Fetches the chunk of a flow: the file in `flows/` that has the name of the flow. Rejects if it cannot be fetched.
 * @throws {Error} if no such file exists
 */
export function loadFlow(flow: LazyFlow): Promise<FlowChunk> {
  const load = chunkLoaders[`./flows/${flow}.ts`];
  if (!load) throw new Error(`The flow "${flow}" has no chunk`);
  return importWithRetry(load);
}
