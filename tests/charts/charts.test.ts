import { describe, expect, test } from 'vitest';
import { place } from '#scripts/charts/drawing/layout.ts';
import { machineFigure } from '#scripts/charts/drawing/machine-figure.ts';
import { mapFigure } from '#scripts/charts/drawing/map-figure.ts';
import { overlapsOf } from '#scripts/charts/drawing/overlaps.ts';
import { drawSvg } from '#scripts/charts/drawing/svg.ts';
import { textWidth, wrap } from '#scripts/charts/drawing/text.ts';
import { mermaidOf } from '#scripts/charts/mermaid.ts';
import { describeMachine } from '#scripts/charts/model/describe.ts';
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

test('the map shows screens with titles, addresses and outcomes, and leaves failures out', () => {
  const { boxes, arrows } = mapFigure(model, (key) => (key === 'title.heat' ? ['끓이기', 'Heating'] : []));
  expect(boxes.find(({ id }) => id === 'kettle.working')).toMatchObject({
    name: '끓이기 · Heating',
    path: '/heat',
    facts: ['state: working'],
  });
  const ways = arrows.flatMap(({ source, target, lines }) => lines.map(({ text }) => [source, text, target]));
  expect(ways).toEqual([
    ['kettle.working', 'kettle.stop', 'kettle.done'],
    ['kettle.working', 'done', 'kettle.done'],
  ]);
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
      '  kettle_working_hot --> kettle_done : after patience',
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
