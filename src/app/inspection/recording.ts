import type { InspectionEvent } from 'xstate';
import { type Trace, tracesOf } from './trace.ts';

/** A page whose test wants to know what its machines do. */
type RecordedPage = Window & { readonly munjigiRecord?: (trace: Trace) => unknown };

/**
 * Tells the test of a page what its machines really did, each thing once. Only the build for the browser
 * tests has it (`vite build --mode recording`).
 */
export function recordingOn(page: RecordedPage): (event: InspectionEvent) => void {
  const told = new Set<string>();
  return (event) => {
    for (const trace of tracesOf(event)) {
      if (told.has(trace.id)) continue;
      told.add(trace.id);
      page.munjigiRecord?.(trace);
    }
  };
}
