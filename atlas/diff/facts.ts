import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import type { Catalogues } from '#atlas/words/types.ts';

const NAMES = {
  ko: {
    title: '화면 제목',
    path: '주소',
    begins: '처음 상태',
    asks: '바깥에 부탁',
    entry: '들어올 때',
    exit: '나갈 때',
  },
  en: {
    title: 'Title of the screen',
    path: 'Address',
    begins: 'Begins with',
    asks: 'Asks outside',
    entry: 'On entry',
    exit: 'On exit',
  },
} as const;

/** `storePending(null)` as a rule. */
const ruleOf = (action: string) => {
  const [, name = action, params = null] = /^([^(]+)\((.*)\)$/s.exec(action) ?? [];
  return { name, params };
};

/** The properties of a state besides its description, one line each. */
export function stateFacts(
  { id: machine }: ChartMachine,
  { title, path, initial, invokes, entry, exit }: ChartState,
  texts: Catalogues,
  labels: Labels,
): readonly string[] {
  const { language } = labels;
  const actions = (list: readonly string[]) => list.map((each) => labels.action(machine, ruleOf(each)));
  const facts = {
    title: title === null ? [] : [texts[language][title] ?? title],
    path: path === null ? [] : [path],
    begins: initial === null ? [] : [labels.state(initial)],
    asks: invokes.map(({ id }) => labels.port(id)),
    entry: actions(entry),
    exit: actions(exit),
  };
  return Object.entries(facts).flatMap(([fact, said]) =>
    said.length === 0 ? [] : [`${NAMES[language][fact as keyof typeof facts]}: ${said.join(', ')}`],
  );
}
