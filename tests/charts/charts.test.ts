import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detailFigure } from '#scripts/charts/drawing/detail-figure.ts';
import type { Figure } from '#scripts/charts/drawing/figure.ts';
import { place } from '#scripts/charts/drawing/layout.ts';
import { machineFigure } from '#scripts/charts/drawing/machine-figure.ts';
import { mapFigure } from '#scripts/charts/drawing/map-figure.ts';
import { overlapsOf } from '#scripts/charts/drawing/overlaps.ts';
import { overviewFigure } from '#scripts/charts/drawing/overview-figure.ts';
import { drawSvg } from '#scripts/charts/drawing/svg.ts';
import { textWidth, wrap } from '#scripts/charts/drawing/text.ts';
import { sortWays } from '#scripts/charts/drawing/ways.ts';
import { figuresOf } from '#scripts/charts/figures.ts';
import { mermaidOf } from '#scripts/charts/mermaid.ts';
import { describeMachine } from '#scripts/charts/model/describe.ts';
import { readModels } from '#scripts/charts/model/find.ts';
import { waysBetween } from '#scripts/charts/model/screens.ts';
import type { ChartState } from '#scripts/charts/model/types.ts';
import { kettle } from './machine.ts';

const model = describeMachine(kettle, new Set());
const stateOf = (id: string) => model.states.find((state) => state.id === id);
const transitionOf = (id: string) => model.transitions.find((transition) => transition.id === id);

describe('the model of a machine', () => {
  test('has every state with what the source says of it', () => {
    expect(model.states.map(({ id }) => id)).toEqual([
      'kettle',
      'kettle.choosing',
      'kettle.working',
      'kettle.working.heating',
      'kettle.working.hot',
      'kettle.done',
    ]);
    expect(stateOf('kettle.working')).toEqual({
      id: 'kettle.working',
      key: 'working',
      parent: 'kettle',
      type: 'compound',
      initial: 'kettle.working.heating',
      description: 'Heats.',
      tags: ['busy'],
      path: '/heat',
      title: 'title.heat',
      invokes: [],
      entry: ['note'],
      exit: [],
    });
    expect(stateOf('kettle.working.heating')?.invokes).toEqual([{ id: 'heat', kind: 'port' }]);
    expect(stateOf('kettle.done')?.type).toBe('final');
  });

  test('tells a machine that is invoked from a port', () => {
    const heating = describeMachine(kettle, new Set(['heat'])).states.find(({ key }) => key === 'heating');
    expect(heating?.invokes).toEqual([{ id: 'heat', kind: 'flow' }]);
  });

  test('names every transition by its state, what takes it and its place', () => {
    expect(model.transitions.map(({ id }) => id)).toEqual([
      'kettle/event:lamp.press/0',
      'kettle.choosing/always:/0',
      'kettle.choosing/always:/1',
      'kettle.working/event:kettle.stop/0',
      'kettle.working.heating/done:heat/0',
      'kettle.working.heating/done:heat/1',
      'kettle.working.heating/error:heat/0',
      'kettle.working.hot/event:kettle.start/0',
      'kettle.working.hot/delay:patience/0',
    ]);
  });

  test('says where a transition leads, under which guard, and what it does', () => {
    expect(transitionOf('kettle.working.heating/error:heat/0')).toMatchObject({
      targets: ['kettle.done'],
      kind: 'error',
      guard: null,
      actions: [{ name: 'warn', params: 'cold' }],
    });
    expect(transitionOf('kettle.working.hot/event:kettle.start/0')?.guard).toEqual({
      name: 'isHot',
      params: '90',
    });
    expect(transitionOf('kettle.working.heating/done:heat/1')?.targets).toEqual([]);
  });

  test('is plain data', () => {
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });
});

describe('the chart of a machine', () => {
  test('shows every state and every transition once, with its id', async () => {
    const svg = drawSvg(await place(machineFigure(model)));
    for (const { id } of model.states.slice(1)) expect(svg).toContain(`data-state="${id}"`);
    for (const { id } of model.transitions) expect(svg.split(`data-transition="${id}"`)).toHaveLength(2);
    expect(svg).toContain('있는지 봐요.');
  });

  test('is the same each time', async () => {
    const [first, second] = await Promise.all([place(machineFigure(model)), place(machineFigure(model))]);
    expect(drawSvg(first)).toBe(drawSvg(second));
  });

  test('has what is entered first above all else, and no label on another', async () => {
    const placed = await place(machineFigure(model));
    expect(overlapsOf(placed)).toEqual([]);
    const heights = Object.fromEntries(placed.boxes.map(({ box, place: { y } }) => [box.id, y]));
    expect(heights['kettle.working']).toBeGreaterThan(heights['kettle.choosing'] ?? Number.NaN);
    expect(heights['kettle.done']).toBeGreaterThan(heights['kettle.working'] ?? Number.NaN);
  });

  test('tells the kinds of transitions apart by icon and line, not by colour alone', async () => {
    const svg = drawSvg(await place(machineFigure(model)));
    const icons = ['event', 'delay', 'done', 'error', 'always'].map(
      (kind) => new RegExp(`class="line kind-${kind}.*?<g class="icon"[^>]*>(.*?)</g>`).exec(svg)?.[1],
    );
    expect(new Set(icons).size).toBe(5);
    expect(icons).not.toContain(undefined);
  });

  test('puts the mark of a painter on what it paints', async () => {
    const mark = { name: 'gone', symbol: '−', meaning: 'removed', colour: '#b3261e' };
    const painted = new Set(['kettle.done', 'kettle.working/event:kettle.stop/0']);
    const svg = drawSvg(await place(machineFigure(model)), {
      marks: [mark],
      markOf: (id) => (painted.has(id) ? mark : null),
      blend: () => null,
    });
    expect(svg).toContain('class="box final mark-gone"');
    expect(svg.match(/class="mark mark-gone"/g)).toHaveLength(3);
  });

  test('a label on another is found', async () => {
    const placed = await place(machineFigure(model));
    const [first] = placed.arrows.filter(({ label }) => label !== null);
    const moved = placed.arrows.map((arrow) =>
      arrow.label ? { ...arrow, label: first?.label ?? null } : arrow,
    );
    expect(overlapsOf({ ...placed, arrows: moved }).length).toBeGreaterThan(0);
  });
});

describe('the chart of all screens', () => {
  const ways = ({ arrows }: Figure) =>
    arrows.flatMap(({ source, target, lines }) => lines.map(({ text }) => [source, text, target]));
  const linesIn = ({ boxes }: Figure, id: string) =>
    boxes.find((box) => box.id === id)?.lines.map(({ text, note }) => `${text} ${note}`.trim());

  test('as a map shows titles, addresses and outcomes, and leaves failures out', () => {
    const map = mapFigure(model, (key) => (key === 'title.heat' ? ['끓이기', 'Heating'] : []));
    expect(map.boxes.find(({ id }) => id === 'kettle.working')).toMatchObject({
      name: '끓이기\nHeating',
      path: '/heat',
      facts: ['state: working'],
      isScreen: true,
    });
    expect(ways(map)).toEqual([
      ['kettle.working', 'kettle.stop', 'kettle.done'],
      ['kettle.working', 'done', 'kettle.done'],
    ]);
  });

  test('as an overview has one box for a screen, and failures too', () => {
    const overview = overviewFigure(model);
    expect(overview.boxes.map(({ id }) => id)).toEqual([
      'kettle/start',
      'kettle/anytime',
      'kettle.choosing',
      'kettle.working',
      'kettle.done',
    ]);
    expect(ways(overview).map(([, text]) => text)).toEqual([
      'kettle.stop',
      'heat fails',
      'after patience, 1 s',
    ]);
    expect(linesIn(overview, 'kettle/anytime')).toEqual(['lamp.press']);
  });

  test('says what leads back up in the box where it begins', () => {
    const back = { ...model, states: [...model.states].reverse() };
    const { arrows } = sortWays(
      { ...back, states: [...model.states.slice(0, 1), ...back.states] },
      waysBetween(model),
    );
    expect(arrows).toEqual([]);
  });
});

test('the chart of a screen says how one gets there, and what may follow elsewhere', () => {
  const working = model.states.find(({ id }) => id === 'kettle.working');
  const { boxes, arrows } = detailFigure(model, working as ChartState);
  const [entrance] = boxes;
  expect(entrance?.lines.map(({ text }) => text)).toEqual(['choosing: if isFull']);
  expect(arrows[0]).toMatchObject({ source: entrance?.id, target: 'kettle.working' });
  expect(boxes.filter(({ shape }) => shape === 'elsewhere').map(({ id }) => id)).toEqual(['kettle.done']);
});

test('the charts of each machine show all of its states and transitions', async () => {
  for (const machine of await readModels(join(import.meta.dirname, '..', '..'))) {
    const figures = figuresOf(machine);
    const lines = figures.flatMap(({ boxes, arrows }) => [...boxes, ...arrows].flatMap((part) => part.lines));
    const shown = new Set([
      ...figures.flatMap(({ boxes }) => boxes.map(({ id }) => id)),
      ...lines.map(({ id }) => id),
    ]);
    const all = [...machine.states.slice(1), ...machine.transitions].map(({ id }) => id);
    expect(all.filter((id) => !shown.has(id))).toEqual([]);
    expect(figures.length > 1).toBe(machine.states.length > 40);
  }
});

test('Mermaid text has a line for each transition and each description', () => {
  expect(mermaidOf(model).split('\n')).toEqual(
    expect.arrayContaining([
      'stateDiagram-v2',
      '  [*] --> kettle_choosing',
      '    [*] --> kettle_working_heating',
      '  kettle_choosing --> kettle_working : at once [isFull]',
      '  kettle_working_heating --> kettle_done : heat fails / warn(cold)',
      '  kettle_working_heating --> kettle_working_heating : heat answers / note (stays)',
      '  kettle_working_hot --> kettle_done : after patience, 1 s',
      '  kettle_done --> [*]',
      '    Looks whether there is water, 물이 있는지 봐요.',
    ]),
  );
});

describe('text', () => {
  const face = { size: 10 };

  test('breaks between words, and Korean takes the room that it needs', () => {
    expect(wrap('one two three', textWidth('one two', face), face)).toEqual(['one two', 'three']);
    expect(textWidth('가나다', face)).toBe(30);
  });
});
