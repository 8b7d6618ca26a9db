import { describe, expect, test } from 'vitest';
import { routesOf } from '#atlas/charts/drawing/arrow-routes.ts';
import { figuresOf, mapFigure } from '#atlas/charts/drawing/figures.ts';
import { layOut, overlapsOf, placesFor, type Sheet } from '#atlas/charts/drawing/sheet.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { textWidth, wrap } from '#atlas/charts/drawing/text.ts';
import { mermaidOf } from '#atlas/charts/mermaid.ts';
import { readPlaces } from '#atlas/charts/places-file.ts';
import { MAX_WIDTH, machineSheets, sheetsFor } from '#atlas/charts/sheets.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { readWords } from '#atlas/words/read.ts';
import { NO_WORDS, Speaker } from '#atlas/words/speaker.ts';
import type { Language } from '#atlas/words/types.ts';
import { project } from '#tests/support/project.ts';
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

const machines = await readModels(project);
const words = readWords(project);

/** The one sheet of a small machine. */
function sheetOf(machine: ChartMachine, language: Language = 'en'): Sheet {
  const [figure] = figuresOf(machine, new Speaker(NO_WORDS, language));
  if (!figure) throw new Error('A machine has a sheet');
  return layOut(figure, placesFor([figure]));
}

describe('the chart of a machine', () => {
  const svg = drawSvg(sheetOf(model));

  test('shows every state and every transition once, with its id', () => {
    for (const { id } of model.states.slice(1)) expect(svg).toContain(`data-state="${id}"`);
    for (const { id } of model.transitions) expect(svg.split(`data-transition="${id}"`)).toHaveLength(2);
    expect(svg).toContain('물이 있는지 봐요.');
  });

  test('says in its legend what the columns are, and that a way between the outer ones has no arrow', () => {
    expect(svg).toContain('left: beside the way · middle: the usual way · right: failures');
    expect(svg).toContain('ways between left and right: in words, without an arrow');
  });

  test('is the same each time', () => {
    expect(drawSvg(sheetOf(model))).toBe(svg);
  });

  test('leads from top to bottom along the usual way, with failures aside', () => {
    const { cards } = sheetOf(model);
    const heights = Object.fromEntries(cards.map(({ card, box }) => [card.id, box.y]));
    expect(heights['kettle.working']).toBeGreaterThan(heights['kettle.choosing'] ?? Number.NaN);
    expect(heights['kettle.done']).toBeGreaterThan(heights['kettle.working'] ?? Number.NaN);
    const usual = cards.filter(({ card }) => card.lane === 1).map(({ card }) => card.id);
    expect(usual).toEqual(expect.arrayContaining(['kettle.choosing', 'kettle.done']));
  });

  test('says times with their unit, and what is done', () => {
    expect(svg).toContain('after 1 s: patience');
    expect(svg).toContain('warn (cold)');
    expect(svg).toContain('if is hot (90)');
  });

  test('tells the kinds of transitions apart by icon and line, not by colour alone', () => {
    const icons = ['event', 'delay', 'done', 'error', 'always'].map(
      (kind) => new RegExp(`class="line kind-${kind}.*?<g class="icon"[^>]*>(.*?)</g>`).exec(svg)?.[1],
    );
    expect(new Set(icons).size).toBe(5);
    expect(icons).not.toContain(undefined);
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  test('puts the mark of a painter on what it paints', () => {
    const mark = { name: 'gone', symbol: '−', meaning: { ko: '삭제', en: 'removed' }, colour: '#b3261e' };
    const painted = new Set(['kettle.done', 'kettle.working/event:kettle.stop/0']);
    const paint = { marks: [mark], markOf: (id: string) => (painted.has(id) ? mark : null) };
    const marked = drawSvg(sheetOf(model), paint);
    expect(marked).toContain('class="box final mark-gone"');
    expect(marked.match(/class="mark mark-gone"/g)).toHaveLength(3);
    expect(marked.match(/>removed</g)).toHaveLength(3);
    expect(drawSvg(sheetOf(model, 'ko'), paint).match(/>삭제</g)).toHaveLength(3);
  });

  test('draws an arrow where a line leads to a card that can be reached, and from a group to what is entered', () => {
    const routes = routesOf(sheetOf(model));
    expect(routes.some(({ id }) => id === 'kettle.working->kettle.working.heating')).toBe(true);
    for (const { points } of routes) expect(points.length).toBeGreaterThan(1);
  });

  test('a card on another is found', () => {
    const sheet = sheetOf(model);
    const [first] = sheet.cards;
    const moved = sheet.cards.map((card) => ({ ...card, box: first?.box ?? card.box }));
    expect(overlapsOf({ ...sheet, cards: moved }).length).toBeGreaterThan(0);
  });
});

describe('the charts of the portal', () => {
  const stored = readPlaces(project);
  const sheets = machines.map((machine) => [machine, machineSheets(machine, words, stored)] as const);

  test('show all states and transitions of each machine, a large one in parts', () => {
    for (const [machine, found] of sheets) {
      const cards = [...found.values()].flatMap(({ en }) => en.cards.map(({ card }) => card));
      const shown = new Set(cards.flatMap(({ id, lines }) => [id, ...lines.map((line) => line.id)]));
      const all = [...machine.states.slice(1), ...machine.transitions].map(({ id }) => id);
      expect(all.filter((id) => !shown.has(id))).toEqual([]);
      expect(found.size > 1).toBe(machine.states.length > 50);
    }
  });

  test('are no wider than a screen, in text of 12 pixels or more, the same places in both languages', () => {
    for (const [, found] of sheets) {
      for (const { ko, en } of found.values()) {
        expect(Math.max(ko.width, en.width)).toBeLessThanOrEqual(MAX_WIDTH);
        expect(ko.cards.map(({ box }) => [box.x, box.y])).toEqual(en.cards.map(({ box }) => [box.x, box.y]));
      }
    }
    const sizes = drawSvg(sheetOf(model)).match(/font(?:-size)?:(\d+)px/g) ?? [];
    expect(Math.min(...sizes.map((size) => Number(/\d+/.exec(size)?.[0])))).toBe(12);
  });

  test('are Korean throughout in Korean, but for names in the source and of makers', () => {
    const english = sheets.flatMap(([, found]) =>
      [...found.values()].flatMap(({ ko }) =>
        ko.cards.flatMap(({ card: { name, sentence, facts, lines } }) =>
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

  test.each(machines.map((machine) => [machine.id, machine] as const))(
    'keep every card of %s where it is when there is a new state',
    (id, machine) => {
      const speakers = { ko: new Speaker(words, 'ko'), en: new Speaker(words, 'en') };
      const first = (language: 'ko' | 'en', each: ChartMachine) => figuresOf(each, speakers[language])[0];
      const inner = machine.states.find(({ parent }) => parent !== null && parent !== id)?.parent ?? id;
      const template = machine.states.at(-1);
      if (!template) throw new Error('A machine has states');
      const grown: ChartMachine = {
        ...machine,
        states: [
          ...machine.states.slice(0, 2),
          { ...template, id: `${id}.brand-new`, key: 'brand-new', parent: id, type: 'atomic', initial: null },
          { ...template, id: `${inner}.newer`, key: 'newer', parent: inner, type: 'atomic', initial: null },
          ...machine.states.slice(2),
        ],
      };
      const [ko, en] = [first('ko', grown), first('en', grown)];
      const before = stored[id];
      if (!ko || !en || !before) throw new Error('The sheet of the machine has places');
      const { places, en: sheet } = sheetsFor({ ko, en }, before);
      const moved = Object.keys(before).filter((key) => {
        const [was, is] = [before[key], places[key]];
        return !key.startsWith('frame ') && is !== undefined && (was?.y !== is.y || was?.lane !== is.lane);
      });
      expect(moved).toEqual([]);
      expect(sheet.cards.some(({ card }) => card.id === `${id}.brand-new`)).toBe(true);
    },
  );

  test('a map has the titles and addresses that a person meets, and no failures', () => {
    const portal = machines.find(({ id }) => id === 'portal');
    if (!portal) throw new Error('There is a portal');
    const map = mapFigure(portal, new Speaker(words, 'ko'), { 'portal.password': '[title.password]' });
    const password = map.cards.find(({ id }) => id === 'portal.password');
    expect(password?.name).toBe('[title.password]');
    expect(password?.code).toContain('/');
    expect(map.cards.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'error')).toEqual([]);
  });
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
