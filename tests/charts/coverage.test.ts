import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { coverageCounts, coverageGaps } from '#atlas/coverage/coverage.ts';
import { readTraces, type Traces } from '#atlas/coverage/traces.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import type { Trace } from '#tests/support/trace.ts';
import { kettle } from './machine.ts';

const model = describeMachine(kettle, new Set());
const ALL = model.transitions.map(({ id }) => id);
const EVENTS = model.transitions.filter(({ kind }) => kind === 'event').map(({ id }) => id);
const STOP = 'kettle.working/event:kettle.stop/0';

type Covered = { readonly [Suite in keyof Traces['covered'] | 'notSentByViews']?: readonly string[] };
const traces = ({
  model: inModel = ALL,
  walk = EVENTS,
  browser = [],
  notSentByViews = [],
}: Covered): Traces => ({
  covered: { model: new Set(inModel), walk: new Set(walk), browser: new Set(browser) },
  notSentByViews: new Set(notSentByViews),
});
const without = (ids: readonly string[], removed: string) => ids.filter((id) => id !== removed);

describe('the coverage', () => {
  test('has no gaps when model tests cover all transitions and view tests all that a view can send', () => {
    expect(coverageGaps(model, traces({}))).toEqual([]);
  });

  test.each(ALL)('has a gap when no model test covers %s', (id) => {
    expect(coverageGaps(model, traces({ model: without(ALL, id) }))).toEqual([
      `kettle: no model test covers ${id}`,
    ]);
  });

  test.each(EVENTS)('has a gap when no view test covers %s, even if a browser test does', (id) => {
    expect(coverageGaps(model, traces({ walk: without(EVENTS, id), browser: ALL }))).toEqual([
      `kettle: no view test covers ${id}`,
    ]);
  });

  test('has no gap for an event that no view can send', () => {
    expect(coverageGaps(model, traces({ walk: without(EVENTS, STOP), notSentByViews: [STOP] }))).toEqual([]);
  });
});

test('each transition is counted once, for the strongest suite that covers it', () => {
  const covered = traces({ model: ALL.slice(1), walk: ALL.slice(2), browser: ALL.slice(3) });
  expect(coverageCounts(model, covered)).toEqual({
    browser: ALL.length - 3,
    'walk, not browser': 1,
    'model only': 1,
    never: 1,
    transitions: ALL.length,
    states: '0/6',
  });
});

describe('traces', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'munjigi-traces-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('are read by suite, also when a suite has written none', () => {
    const write = (suite: string, file: string, lines: readonly object[]) => {
      mkdirSync(join(folder, suite), { recursive: true });
      writeFileSync(join(folder, suite, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    };
    write('model', '1.jsonl', [{ machine: 'kettle', kind: 'transition', id: STOP }]);
    write('model', '2.jsonl', [{ machine: 'kettle', kind: 'state', id: 'kettle.working' }]);
    write('walk', '1.jsonl', [{ machine: 'kettle', kind: 'notSentByView', id: STOP }]);
    expect(readTraces(folder)).toEqual({
      covered: { model: new Set([STOP, 'kettle.working']), walk: new Set(), browser: new Set() },
      notSentByViews: new Set([STOP]),
    });
  });

  test('have the ids of the chart for transitions that ran and states that were entered', () => {
    const written: Trace[] = [];
    const { inspect } = createRecorder((trace) => written.push(trace));
    const actor = createActor(kettle, { inspect }).start();
    actor.send({ type: 'kettle.stop' });
    actor.stop();
    const idsOf = (kind: Trace['kind']) =>
      [...new Set(written.filter((trace) => trace.kind === kind).map(({ id }) => id))].sort();
    expect(idsOf('transition')).toEqual(['kettle.choosing/always:/0', STOP]);
    expect(idsOf('state')).toEqual([
      'kettle',
      'kettle.choosing',
      'kettle.done',
      'kettle.working',
      'kettle.working.heating',
    ]);
    expect(new Set(written.map(({ machine }) => machine))).toEqual(new Set(['kettle']));
  });
});
