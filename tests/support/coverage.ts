import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '#tests/support/trace.ts';

/** The kind of test that covered a transition: of the model, of a view, or in a browser. */
export type Suite = 'model' | 'walk' | 'browser';

/** A transition that no view can cause or show. */
type NotSentByView = { readonly machine: string; readonly kind: 'notSentByView'; readonly id: string };

/** The folder to which the traces of running machines are written. If undefined, no traces are written. */
const FOLDER = process.env['TRANSITION_COVERAGE'];

const writtenKeys = new Set<string>();

/** Writes each trace of a machine once per process: a JSON line in `<folder>/<suite>/`. */
export function writeTrace(suite: Suite, trace: Trace | NotSentByView): void {
  if (!FOLDER) return;
  const line = JSON.stringify(trace);
  const key = `${suite} ${line}`;
  if (writtenKeys.has(key)) return;
  writtenKeys.add(key);
  const folder = join(FOLDER, suite);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}
