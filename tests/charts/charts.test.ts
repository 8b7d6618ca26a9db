import { describe, expect, test } from 'vitest';
import { edgesOf } from '#atlas/charts/drawing/edges.ts';
import { chartGraphsOf, outlineOf } from '#atlas/charts/drawing/graphs.ts';
import { type ChartLayout, chartParts, commonPositions, layOutGraph } from '#atlas/charts/drawing/layout.ts';
import type { ChangeMarks } from '#atlas/charts/drawing/marks.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { textWidth, wrapText } from '#atlas/charts/drawing/text.ts';
import { machineCharts } from '#atlas/charts/localized-charts.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import { readMachines } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import { readWords } from '#atlas/words/read.ts';
import type { Language } from '#atlas/words/types.ts';
import { project } from '#tests/support/project.ts';
import { kettle, NO_WORDS } from './machine.ts';
import { overlaps } from './overlaps.ts';

const model = describeMachine(kettle, new Set());
const stateOf = (id: string) => model.states.find((state) => state.id === id);
const transitionOf = (id: string) => model.transitions.find((transition) => transition.id === id);

describe('the model of a machine', () => {
  test('has every state with its description from the source', () => {
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
      parent: 'kettle',
      type: 'compound',
      initial: 'kettle.working.heating',
      description: 'Heats.',
      tags: ['busy'],
      path: '/heat',
      title: 'title.heat',
      invokes: [],
      entry: [{ name: 'beep', params: null }],
      exit: [],
    });
    expect(stateOf('kettle.working.heating')?.invokes).toEqual([{ id: 'heat', kind: 'port' }]);
    expect(stateOf('kettle.done')?.type).toBe('final');
  });

  test('distinguishes an invoked machine from a port', () => {
    const heating = describeMachine(kettle, new Set(['heat'])).states.find(({ id }) =>
      id.endsWith('.heating'),
    );
    expect(heating?.invokes).toEqual([{ id: 'heat', kind: 'flow' }]);
  });

  test('names every transition by its state, trigger and position', () => {
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

  test('shows target, guard and actions of a transition', () => {
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

  test('consists of plain data', () => {
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });
});

const machines = await readMachines(project);
const words = readWords(project);

/** The layout of a machine with one chart. */
function layoutOf(machine: ChartMachine, language: Language = 'en'): ChartLayout {
  const [graph] = chartGraphsOf(machine, new Labels(NO_WORDS, language));
  if (!graph) throw new Error('The machine has no chart');
  return layOutGraph(graph, commonPositions([graph]));
}

describe('the chart of a machine', () => {
  const svg = drawSvg(layoutOf(model));

  test('shows every state and every transition once, with its id', () => {
    for (const { id } of model.states.slice(1)) expect(svg).toContain(`data-state="${id}"`);
    for (const { id } of model.transitions) expect(svg.split(`data-transition="${id}"`)).toHaveLength(2);
    expect(svg).toContain('물이 있는지 봐요.');
  });

  test('explains in its legend the columns and the missing arrows', () => {
    expect(svg).toContain('left: detours · middle: the main path · right: failures');
    expect(svg).toContain('between left and right: text only, no arrow');
  });

  test('is drawn the same each time', () => {
    expect(drawSvg(layoutOf(model))).toBe(svg);
  });

  test('has the main path from top to bottom', () => {
    const { nodes } = layoutOf(model);
    const heights = Object.fromEntries(nodes.map(({ node, box }) => [node.id, box.y]));
    expect(heights['kettle.working']).toBeGreaterThan(heights['kettle.choosing'] ?? Number.NaN);
    expect(heights['kettle.done']).toBeGreaterThan(heights['kettle.working'] ?? Number.NaN);
    const middleColumn = nodes.filter(({ node }) => node.column === 1).map(({ node }) => node.id);
    expect(middleColumn).toEqual(expect.arrayContaining(['kettle.choosing', 'kettle.done']));
  });

  test('has times with their unit, and actions', () => {
    expect(svg).toContain('after 1 s: patience');
    expect(svg).toContain('warn (cold)');
    expect(svg).toContain('if is hot (90)');
  });

  test('distinguishes the kinds of transitions by icon and line, not by colour alone', () => {
    const icons = ['event', 'delay', 'done', 'error', 'always'].map(
      (kind) => new RegExp(`class="line kind-${kind}.*?<g class="icon"[^>]*>(.*?)</g>`).exec(svg)?.[1],
    );
    expect(new Set(icons).size).toBe(5);
    expect(icons).not.toContain(undefined);
    expect(svg).toContain('light-dark(');
  });

  test('has marks on the marked states and transitions, and in the legend', () => {
    const marking: ChangeMarks = new Map([
      ['kettle.done', 'removed'],
      ['kettle.working/event:kettle.stop/0', 'removed'],
    ]);
    const marked = drawSvg(layoutOf(model), marking);
    expect(marked).toContain('class="box final mark-removed"');
    expect(marked.match(/class="mark mark-removed"/g)).toHaveLength(3);
    expect(marked.match(/>removed</g)).toHaveLength(3);
    expect(drawSvg(layoutOf(model, 'ko'), marking).match(/>삭제</g)).toHaveLength(3);
  });

  test('has arrows to target states, and from a group to its initial state', () => {
    const edges = edgesOf(layoutOf(model));
    const ends = edges.map(({ source, target }) => [source.node.id, target.node.id]);
    expect(ends).toContainEqual(['kettle.working', 'kettle.working.heating']);
    expect(ends).toContainEqual(['kettle.working.heating', 'kettle.done']);
  });
});

describe('the charts of the portal', () => {
  const charts = machines.map((machine) => [machine, machineCharts(machine, words)] as const);

  test('show all states and transitions of each machine, those of a large one in several charts', () => {
    for (const [machine, chartsOfMachine] of charts) {
      const nodes = [...chartsOfMachine.values()].flatMap(({ en }) => en.nodes.map(({ node }) => node));
      const shownIds = new Set(nodes.flatMap(({ id, lines }) => [id, ...lines.map((line) => line.id)]));
      const allIds = [...machine.states.slice(1), ...machine.transitions].map(({ id }) => id);
      expect(allIds.filter((id) => !shownIds.has(id))).toEqual([]);
      expect(chartsOfMachine.size > 1).toBe(machine.states.length > 52);
    }
  });

  test('are no wider than a screen, without overlap, with text of 12 pixels or more and the same positions in both languages', () => {
    for (const [, chartsOfMachine] of charts) {
      for (const { ko, en } of chartsOfMachine.values()) {
        expect(Math.max(ko.width, en.width)).toBeLessThanOrEqual(1600);
        expect([ko, en].flatMap(overlaps)).toEqual([]);
        expect(ko.nodes.map(({ box }) => [box.x, box.y])).toEqual(en.nodes.map(({ box }) => [box.x, box.y]));
      }
    }
    const sizes = drawSvg(layoutOf(model)).match(/font(?:-size)?:(\d+)px/g) ?? [];
    expect(Math.min(...sizes.map((size) => Number(/\d+/.exec(size)?.[0])))).toBe(12);
  });

  test('are Korean throughout, except for identifiers and brands', () => {
    const english = charts.flatMap(([, chartsOfMachine]) =>
      [...chartsOfMachine.values()].flatMap(({ ko }) =>
        ko.nodes.flatMap(({ node: { name, sentence, facts, lines } }) =>
          [
            name,
            sentence,
            ...facts,
            ...lines.flatMap(({ text, target, actions }) => [text, target, actions]),
          ].filter((text) => /[a-z]{2}/.test(text.replaceAll(/Yubikey|OpenID|‘null’/g, ''))),
        ),
      ),
    );
    expect(english).toEqual([]);
  });
});

describe('the outline of a chart', () => {
  const graph = chartGraphsOf(model, new Labels(NO_WORDS, 'en')).map(outlineOf)[0];
  if (!graph) throw new Error('The machine has no chart');
  const layout = layOutGraph(graph, commonPositions([graph]));

  test('has the names of its states, and no other text', () => {
    const svg = drawSvg(layout);
    expect(svg).toContain('>heating<');
    expect(svg).not.toContain('class="trigger"');
  });

  test('is divided between states into parts for pages', () => {
    const parts = chartParts(layout, 200);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(layout.height);
    for (const { y, height } of parts) {
      expect(height).toBeLessThanOrEqual(200);
      expect(layout.nodes.filter(({ box }) => box.y < y && y < box.y + box.height)).toEqual([]);
    }
  });
});

describe('a wrapped text', () => {
  const font = { size: 10 };

  test('breaks between words, and has the width of its Korean characters', () => {
    expect(wrapText('one two three', textWidth('one two', font), font)).toEqual(['one two', 'three']);
    expect(textWidth('가나다', font)).toBe(30);
  });
});
