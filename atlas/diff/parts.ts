import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { LANGUAGES } from '#atlas/words/types.ts';
import type { Revision } from './read.ts';

/** A part of a revision that can change: a part of a machine, a fixed value (`limit`), or a text. */
export type ComparedPart = {
  readonly kind: 'state' | 'transition' | 'rule' | 'limit' | 'text';
  /** Id of the machine; `limits` for a fixed value, `texts` for a text. */
  readonly section: string;
  readonly id: string;
  /** Identifies the same part in the other revision. */
  readonly key: string;
  readonly name: string;
  /** Lines that describe the part in the words of the atlas. */
  readonly wording: readonly string[];
  /** Lines with the properties of the part in the code. The part has changed when these lines differ. */
  readonly code: readonly string[];
  /** Ids of the states that the part affects. */
  readonly states: readonly string[];
};

/** A line for each property of an object, with its value as JSON. */
const propertyLines = (properties: object): readonly string[] =>
  Object.entries(properties).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);

/** Lines that describe a state: its description, followed by its other properties. */
function stateWording(
  state: ChartState,
  machine: string,
  { texts }: Revision,
  labels: Labels,
): readonly string[] {
  const { id, title, path, initial } = state;
  const fact = (key: 'title' | 'path' | 'begins', value: string | null) =>
    value === null ? '' : `${labels.text(`fact.${key}`)}: ${value}`;
  return [
    labels.stateSentence(id, state.description),
    fact('title', title && (texts[labels.language][title] ?? title)),
    fact('path', path),
    fact('begins', initial && labels.state(initial)),
    ...labels.facts(machine, state),
  ].filter(Boolean);
}

/** The transitions that use a rule, such as `guard isBlank`. */
export const transitionsUsing = ({ transitions }: ChartMachine, rule: string): readonly ChartTransition[] =>
  transitions.filter(({ kind, name, guard, actions }) =>
    [
      ...(guard?.name.match(/[\w-]+/g) ?? []).map((guardName) => `guard ${guardName}`),
      ...actions.map((action) => `action ${action.name}`),
      ...(kind === 'delay' ? [`delay ${name}`] : []),
    ].includes(rule),
  );

/** The label of a rule such as `guard isBlank`. */
function ruleName(machine: string, rule: string, labels: Labels): string {
  const [kind = '', name = ''] = rule.split(' ');
  if (kind === 'delay') return labels.delay(machine, name);
  return labels[kind === 'guard' ? 'guard' : 'action'](machine, { name, params: null });
}

/** The states, transitions and rules of a machine. */
function machineParts(machine: ChartMachine, revision: Revision, labels: Labels): readonly ComparedPart[] {
  const section = machine.id;
  return [
    ...machine.states.map((state): ComparedPart => {
      const { id } = state;
      const wording = stateWording(state, section, revision, labels);
      const name = labels.state(id);
      return { kind: 'state', section, id, key: id, name, wording, code: propertyLines(state), states: [id] };
    }),
    ...machine.transitions.map((transition): ComparedPart => {
      const { id, ...properties } = transition;
      const { source, kind, name, guard } = transition;
      const limits = kind === 'delay' ? labels.fixedValuesOf(section, name).map(({ value }) => value) : [];
      return {
        kind: 'transition',
        section,
        id,
        key: JSON.stringify([source, kind, name, guard]),
        name: labels.state(source),
        wording: [labels.transition(machine, transition)],
        code: propertyLines({ ...properties, limits }),
        states: [source],
      };
    }),
    ...Object.entries(machine.rules).map(([rule, text]): ComparedPart => {
      const name = ruleName(section, rule, labels);
      const states = [...new Set(transitionsUsing(machine, rule).map(({ source }) => source))];
      return { kind: 'rule', section, id: rule, key: rule, name, wording: [], code: [text], states };
    }),
  ];
}

/**
 * All parts of a revision that can change.
 * @param statesShowing returns the states whose screens show a text, by its key
 */
export const comparedParts = (
  revision: Revision,
  labels: Labels,
  statesShowing: (text: string) => readonly string[],
): readonly ComparedPart[] => [
  ...revision.words.fixedValues.map((fixedValue): ComparedPart => {
    const { id } = fixedValue;
    const name = fixedValue[labels.language];
    const wording = [labels.fixedValue(fixedValue)];
    return {
      kind: 'limit',
      section: 'limits',
      id,
      key: id,
      name,
      wording,
      code: [fixedValue.value],
      states: [],
    };
  }),
  ...revision.machines.flatMap((machine) => machineParts(machine, revision, labels)),
  ...LANGUAGES.flatMap((language) =>
    Object.entries(revision.texts[language]).map(([key, text]): ComparedPart => {
      const id = `${language} ${key}`;
      const states = statesShowing(key);
      return { kind: 'text', section: 'texts', id, key: id, name: id, wording: [text], code: [text], states };
    }),
  ),
];
