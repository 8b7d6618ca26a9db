import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '#tests/support/trace.ts';

/** The test layer that covered a transition: model, view walk, or browser. */
export type Layer = 'model' | 'walk' | 'browser';

/** A transition that no view can cause or show. */
type NotSentByView = { readonly machine: string; readonly kind: 'notSentByView'; readonly id: string };

/** The folder that receives the traces of running machines; nothing is written without it. */
const FOLDER = process.env['TRANSITION_COVERAGE'];

const writtenKeys = new Set<string>();

/** Writes each trace of a machine once per process: a JSON line in `<folder>/<layer>/`. */
export function writeTrace(layer: Layer, trace: Trace | NotSentByView): void {
  if (!FOLDER) return;
  const line = JSON.stringify(trace);
  const key = `${layer} ${line}`;
  if (writtenKeys.has(key)) return;
  writtenKeys.add(key);
  const folder = join(FOLDER, layer);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}
