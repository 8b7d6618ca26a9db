import { evidenceIn } from './evidence.ts';

/** The possible states of a requirement. */
const STATES = ['met', 'not met', 'not applicable'] as const;
type State = (typeof STATES)[number];

/** A row of a table of requirements: its number, level, subject, state and evidence. */
export type Requirement = {
  readonly id: string;
  readonly level: string;
  readonly subject: string;
  readonly state: string;
  readonly evidence: string;
};

const cellsOf = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows whose first cell is a number such as V1.2.3 or 1.4.3. */
export const requirementsIn = (text: string): Requirement[] =>
  text.split('\n').flatMap((line) => {
    const [id = '', level = '', subject = '', state = '', evidence = ''] = cellsOf(line);
    return /^V?\d+(\.\d+)+$/.test(id) ? [{ id, level, subject, state, evidence }] : [];
  });

/** The rows of a table without levels, whose first cell is the section of a standard. */
export const sectionsIn = (text: string): Requirement[] =>
  text.split('\n').flatMap((line) => {
    const [id = '', subject = '', state = '', evidence = ''] = cellsOf(line);
    return /^\d+(\.\d+)+$/.test(id) ? [{ id, level: '', subject, state, evidence }] : [];
  });

/** The number of requirements in each state. */
export const countsOf = (requirements: readonly Requirement[]): Readonly<Record<State, number>> => {
  const countOf = (countedState: State) => requirements.filter(({ state }) => state === countedState).length;
  return { met: countOf('met'), 'not met': countOf('not met'), 'not applicable': countOf('not applicable') };
};

/** Describes rows that are listed twice, rows with an unknown state, met requirements without a file, and other requirements without a reason. */
export const requirementProblems = (requirements: readonly Requirement[]): string[] =>
  requirements.flatMap(({ id, state, evidence }, index) => {
    if (requirements.findIndex((other) => other.id === id) !== index) return [`${id} is listed twice`];
    if (!STATES.some((each) => each === state)) return [`${id} is "${state}"`];
    if (state === 'met' && evidenceIn(evidence).length === 0) return [`${id} is met and names no evidence`];
    if (state !== 'met' && !/\p{L}{3}/u.test(evidence.replaceAll(/`[^`]*`/g, ''))) {
      return [`${id} is ${state} and gives no reason`];
    }
    return [];
  });
