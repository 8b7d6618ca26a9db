import { data } from './data.ts';
import { linkTo } from './route.ts';
import type { TextKey } from './texts.ts';

export type Hit = {
  readonly kind: TextKey;
  readonly name: string;
  readonly detail: string;
  readonly href: string;
};

type Entry = Hit & { readonly words: string };

const entry = (hit: Hit): Entry => ({ ...hit, words: `${hit.name} ${hit.detail}`.toLowerCase() });

const stateEntries = (): readonly Entry[] =>
  data.machines.flatMap(({ id: machine, states }) =>
    states.flatMap((state) => {
      const href = linkTo({ machine, state: state.parent === null ? null : state.id });
      const own = entry({
        kind: state.parent === null ? 'machine' : 'state',
        name: state.id,
        detail: state.description ?? '',
        href,
      });
      const calls = state.invokes.flatMap(({ id }) => data.calls[machine]?.[id] ?? []);
      return [
        own,
        ...calls.map((call) => entry({ kind: 'call', name: call, detail: state.id, href })),
        ...(state.path ? [entry({ kind: 'address', name: state.path, detail: state.id, href })] : []),
      ];
    }),
  );

const textEntries = (): readonly Entry[] =>
  Object.entries(data.keys).flatMap(([state, keys]) =>
    Object.entries(keys).map(([key, look]) =>
      entry({
        kind: 'text',
        name: key,
        detail: [state, data.texts.ko[key], data.texts.en[key]].filter(Boolean).join(' · '),
        href: linkTo({ state, look }),
      }),
    ),
  );

const titleEntries = (): readonly Entry[] =>
  data.machines.flatMap(({ id: machine, states }) =>
    states
      .filter(({ title }) => title !== null && Object.hasOwn(data.texts.ko, title))
      .map(({ id, title }) =>
        entry({
          kind: 'text',
          name: title ?? '',
          detail: [data.texts.ko[title ?? ''], data.texts.en[title ?? ''], id].join(' · '),
          href: linkTo({ machine, state: id }),
        }),
      ),
  );

/** A code wherever it shows: in each state that a refusal with it leads into. */
const codeEntries = (): readonly Entry[] =>
  Object.entries(data.states).flatMap(([state, { refusals }]) =>
    refusals.flatMap(({ port, codes }) =>
      codes.map((code) => {
        const key = `error.auth_error_${code}`;
        return entry({
          kind: 'code',
          name: `${code} ${data.codes[code] ?? ''}`,
          detail: [`${state} (${port})`, key, data.texts.ko[key], data.texts.en[key]]
            .filter(Boolean)
            .join(' · '),
          href: linkTo({ state, refusal: `${port}.${code}` }),
        });
      }),
    ),
  );

const ENTRIES: readonly Entry[] = [...stateEntries(), ...titleEntries(), ...textEntries(), ...codeEntries()];

/** More hits than this nobody reads. */
const MOST = 60;

/** What holds every word of a question; what is named so comes first. */
export function search(question: string): readonly Hit[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const isNamed = ({ name }: Entry) => words.every((word) => name.toLowerCase().includes(word));
  const found = ENTRIES.filter((each) => words.every((word) => each.words.includes(word)));
  return [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))].slice(0, MOST);
}
