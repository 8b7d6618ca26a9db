import { describe, expect, test } from 'vitest';
import { readMachines } from '#atlas/model/find.ts';
import { Labels } from '#atlas/words/labels.ts';
import { fixedValueRows, readWords } from '#atlas/words/read.ts';
import { parseTable } from '#atlas/words/table.ts';
import { TABLE_NAMES, type TableName } from '#atlas/words/types.ts';
import { project } from '#tests/support/project.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { NO_WORDS } from './machine.ts';
import { VOCABULARY } from './vocabulary.ts';

const machines = await readMachines(project);
const words = readWords(project);

/** Whether an action is XState's own, which needs no words. */
const isBuiltIn = (action: string): boolean => action.startsWith('xstate.');

const suffixesOf = (id: string) => id.split('.').map((_, index, parts) => parts.slice(index).join('.'));

/** By table, the names in the sources of the machines, each with the entries that may explain it, the closest first. */
const namesToExplain: Readonly<Record<TableName, readonly (readonly string[])[]>> = {
  states: machines.flatMap(({ states }) => states.map(({ id }) => suffixesOf(id))),
  events: machines.flatMap(({ transitions }) =>
    transitions.filter(({ kind }) => kind === 'event').map(({ name }) => [name]),
  ),
  ports: machines.flatMap(({ states }) =>
    states.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'port').map(({ id }) => [id])),
  ),
  delays: machines.flatMap(({ id, transitions }) =>
    transitions.filter(({ kind }) => kind === 'delay').map(({ name }) => [`${id}.${name}`, name]),
  ),
  guards: machines.flatMap(({ id, transitions }) =>
    transitions.flatMap(({ guard }) =>
      (guard?.name.match(/[\w-]+/g) ?? [])
        .filter((name) => !['and', 'or', 'not'].includes(name))
        .map((name) => [`${id}.${name}`, name]),
    ),
  ),
  actions: machines.flatMap(({ id, transitions, states }) => [
    ...transitions.flatMap(({ actions }) =>
      actions.filter(({ name }) => !isBuiltIn(name)).map(({ name }) => [`${id}.${name}`, name]),
    ),
    ...states.flatMap(({ entry, exit }) =>
      [...entry, ...exit].filter(({ name }) => !isBuiltIn(name)).map(({ name }) => [`${id}.${name}`, name]),
    ),
  ]),
  values: [
    ...words.fixedValues
      .filter(({ value }) => value.startsWith('['))
      .flatMap(({ value }) => [...value.matchAll(/\.(\w+)/g)].map(([, name = '']) => [name])),
    ...machines.flatMap(({ id, transitions, states }) => {
      const showsValue = (table: 'guards' | 'actions', name: string) =>
        (words[table][`${id}.${name}`] ?? words[table][name])?.en.name.includes('{}');
      const values = [
        ...transitions.flatMap(({ guard }) =>
          guard && showsValue('guards', guard.name) ? [guard.params] : [],
        ),
        ...transitions.flatMap(({ actions }) =>
          actions.flatMap(({ name, params }) => (showsValue('actions', name) ? [params] : [])),
        ),
        ...states.flatMap(({ entry, exit }) =>
          [...entry, ...exit].flatMap(({ name, params }) => (showsValue('actions', name) ? [params] : [])),
        ),
      ];
      return values.flatMap((params) => (params === null ? [] : [[params]]));
    }),
  ],
};

const entryFor = (table: TableName, choices: readonly string[]) =>
  choices.find((choice) => Object.hasOwn(words[table], choice));

describe.each(TABLE_NAMES)('the words of %s', (table) => {
  test('explain every name in a machine', () => {
    const unexplained = namesToExplain[table].filter((choices) => entryFor(table, choices) === undefined);
    expect([...new Set(unexplained.map(([first]) => first))]).toEqual([]);
  });

  test('explain no name that is in no machine', () => {
    const used = new Set(namesToExplain[table].map((choices) => entryFor(table, choices)));
    expect(Object.keys(words[table]).filter((word) => !used.has(word))).toEqual([]);
  });

  test('exist in both languages, each in its own script', () => {
    const problems = Object.entries(words[table]).flatMap(([word, { ko, en }]) => [
      ...(/[가-힣]|^(Yubikey|QR)/.test(ko.name) ? [] : [`${word}: ko`]),
      ...(/[a-z]/i.test(en.name) && !/[가-힣]/.test(en.name + en.sentence) ? [] : [`${word}: en`]),
    ]);
    expect(problems).toEqual([]);
  });

  test('occur once in their table', () => {
    const sectionsOfFlows = projectFiles('machines/*/words.md')
      .flatMap(({ text }) => text.split(/^## /m))
      .filter((section) => section.startsWith(`${table}\n`));
    const [file] = projectFiles(`machines/words/${table}.md`);
    const rows = [file?.text ?? '', ...sectionsOfFlows].flatMap(parseTable).map(([word]) => word);
    expect(rows.filter((word, index) => rows.indexOf(word) !== index)).toEqual([]);
  });
});

test('states, values and limits have names with the same meaning in both languages', () => {
  const statesAndValues = [words.states, words.values].flatMap((table) =>
    Object.entries(table).map(([id, { ko, en }]) => ({ id, ko: ko.name, en: en.name })),
  );
  const limits = fixedValueRows(project).map(({ id, ko, en, unit }) => ({ id, ko, en: `${en} (${unit})` }));
  const differing = [...statesAndValues, ...limits].flatMap(({ id, ko, en }) =>
    VOCABULARY.filter(
      ([english, korean]) => new RegExp(`\\b(?:${english})\\b`, 'i').test(en) && !new RegExp(korean).test(ko),
    ).map(([english]) => `${id}: "${ko}" for ${english}`),
  );
  expect(differing).toEqual([]);
});

test('every state, event, port and timer has a sentence in both languages', () => {
  const [ko, en] = [new Labels(words, 'ko'), new Labels(words, 'en')];
  const withoutSentence = machines.flatMap(({ id, states, transitions }) => [
    ...states
      .filter((state) => !ko.stateSentence(state.id, null) || !en.stateSentence(state.id, state.description))
      .map((state) => state.id),
    ...transitions
      .filter(({ kind, name }) =>
        [ko, en].some(
          (labels) =>
            (kind === 'event' && !words.events[name]?.[labels.language].sentence) ||
            (kind === 'delay' &&
              !(words.delays[`${id}.${name}`] ?? words.delays[name])?.[labels.language].sentence) ||
            ((kind === 'done' || kind === 'error') &&
              !name.includes('.') &&
              labels.portSentence(name) === ''),
        ),
      )
      .map((transition) => transition.id),
  ]);
  expect(withoutSentence).toEqual([]);
});

test('every text of a timer has its time, and every limit in a text is filled in', () => {
  for (const language of ['ko', 'en'] as const) {
    const labels = new Labels(words, language);
    const lines = machines.flatMap((machine) =>
      machine.transitions.map((transition) => [transition, labels.transition(machine, transition)] as const),
    );
    expect(lines.filter(([, line]) => /[{}]/.test(line)).map(([{ id }]) => id)).toEqual([]);
    expect(
      lines.filter(([{ kind }, line]) => kind === 'delay' && !/\d/.test(line)).map(([{ id }]) => id),
    ).toEqual([]);
  }
});

test('a transition is a sentence in both languages', () => {
  const machine = machines.find(({ id }) => id === 'sent-code');
  const transition = machine?.transitions.find(
    ({ id }) => id === 'sent-code.working.delivery.sent/delay:codeLifetime/0',
  );
  if (!machine || !transition) throw new Error('The timer of the code does not exist');
  const labelIn = (language: 'ko' | 'en') => new Labels(words, language).transition(machine, transition);
  expect(labelIn('ko')).toMatch(/^300초 뒤: 인증번호가 만료됨 → 인증번호가 만료됨/);
  expect(labelIn('en')).toMatch(/^after 300 s: the code is no longer valid → expired/);
});

test.each([
  ['1', 'seconds', '1 s'],
  ['1000', 'ms', '1 s'],
  ['1', 'days', '1 day'],
  ['2', 'days', '2 days'],
])('the limit %s %s is written as %s', (value, unit, shown) => {
  expect(new Labels(NO_WORDS, 'en').fixedValue({ value, unit })).toBe(shown);
});

test('a name that the catalogue does not have is shown as words', () => {
  const labels = new Labels(NO_WORDS, 'en');
  expect(labels.guard('door', { name: 'isOpen', params: 'wide' })).toBe('is open (wide)');
  expect(labels.guard('door', { name: 'not(isOpen)', params: null })).toBe('not: is open');
  const nested = { name: 'and(isOpen, not(isLocked), or(isDay, isWarm))', params: null };
  expect(labels.guard('door', nested)).toBe('is open and not: is locked and is day or is warm');
  expect(labels.state('door.half-open')).toBe('half open');
});

test('no file of the portal imports the catalogue, which is for readers of charts', () => {
  const importing = projectFiles('{src,machines,wire,i18n}/**/*.{ts,tsx}').filter(({ text }) =>
    /['"#/]words\/|#atlas\//.test(text),
  );
  expect(importing.map(({ path }) => path)).toEqual([]);
});
