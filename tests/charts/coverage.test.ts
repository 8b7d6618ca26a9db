import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { coverageOf, gapsOf, tableOf } from '#atlas/coverage/coverage.ts';
import { coverageMarking } from '#atlas/coverage/marking.ts';
import { readTraces, type Traces } from '#atlas/coverage/traces.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import type { Trace } from '#tests/support/trace.ts';
import { kettle } from './machine.ts';

const model = describeMachine(kettle, new Set());
const ALL = model.transitions.map(({ id }) => id);
const EVENTS = model.transitions.filter(({ kind }) => kind === 'event').map(({ id }) => id);
const STOP = 'kettle.working/event:kettle.stop/0';

type Taken = { readonly [Layer in keyof Traces['taken'] | 'beyond']?: readonly string[] };
const traces = ({ model: inModel = ALL, walk = EVENTS, browser = [], beyond = [] }: Taken): Traces => ({
  taken: { model: new Set(inModel), walk: new Set(walk), browser: new Set(browser) },
  beyond: new Set(beyond),
  recorded: ['model', 'walk'],
});
const without = (ids: readonly string[], gone: string) => ids.filter((id) => id !== gone);

describe('what the tests owe', () => {
  test('is nothing when the model takes all, and a walk what a view can cause', () => {
    expect(gapsOf(model, traces({}))).toEqual({ machine: 'kettle', model: [], walk: [] });
  });

  test.each(ALL)('%s, when no model path takes it', (id) => {
    expect(gapsOf(model, traces({ model: without(ALL, id) })).model).toEqual([id]);
  });

  test.each(EVENTS)('%s, when no walk takes it, though a browser does', (id) => {
    expect(gapsOf(model, traces({ walk: without(EVENTS, id), browser: ALL })).walk).toEqual([id]);
  });

  test('is no walk for an event that a walk says no view can cause', () => {
    expect(gapsOf(model, traces({ walk: without(EVENTS, STOP), beyond: [STOP] })).walk).toEqual([]);
  });
});

test('each transition is told with its strongest proof, and the numbers add up', () => {
  const coverage = coverageOf(
    model,
    traces({ model: ALL.slice(1), walk: ALL.slice(2), browser: ALL.slice(3) }),
  );
  expect(ALL.slice(0, 4).map((id) => coverage.transitions[id])).toEqual([
    'never',
    'model',
    'walk',
    'browser',
  ]);
  const [, row = ''] = tableOf([coverage]).split('\n');
  const total = ALL.length;
  expect(row.trim().split(/\s+/)).toEqual(['kettle', String(total - 3), '1', '1', '1', String(total), '0/6']);
});

test('a transition is painted with its proof', () => {
  const { marks, markOf } = coverageMarking(coverageOf(model, traces({})));
  expect(marks.map(({ symbol }) => symbol)).toEqual(['●', '◐', '○', '✕']);
  expect(markOf(STOP)?.name).toBe('walk');
});

describe('what running machines did', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'munjigi-traces-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is read back by layer, also when a layer wrote nothing', () => {
    const write = (layer: string, file: string, lines: readonly object[]) => {
      mkdirSync(join(folder, layer), { recursive: true });
      writeFileSync(join(folder, layer, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    };
    write('model', '1.jsonl', [{ machine: 'kettle', kind: 'transition', id: STOP }]);
    write('model', '2.jsonl', [{ machine: 'kettle', kind: 'state', id: 'kettle.working' }]);
    write('walk', '1.jsonl', [{ machine: 'kettle', kind: 'beyond', id: STOP }]);
    expect(readTraces(folder)).toEqual({
      taken: { model: new Set([STOP, 'kettle.working']), walk: new Set(), browser: new Set() },
      beyond: new Set([STOP]),
      recorded: ['model', 'walk'],
    });
  });

  test('is recorded by the names of the chart: what was taken and entered, and nothing else', () => {
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
