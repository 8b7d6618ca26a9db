import values from 'virtual:atlas-values';
import { CODES, LIMITS } from '#atlas/build/page-names.ts';
import type { ChartState } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { matchesRoute, pathOfAddress } from './address-match.ts';
import { codeText } from './codes.ts';
import { data } from './data.ts';
import type { Language, TextKey } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { matchesOf, searched } from './match.ts';
import { stateOf } from './model.ts';
import { linkTo } from './route.ts';

export type Hit = {
  readonly kind: TextKey;
  readonly name: string;
  readonly detail: string;
  readonly href: string;
};

type Said = Readonly<Record<Language, string>>;

type SearchEntry = Pick<Hit, 'kind' | 'href'> & {
  readonly name: Said | string;
  readonly detail: Said | string;
};

type Entry = Pick<Hit, 'kind' | 'href'> & {
  readonly name: Said;
  readonly detail: Said;
  readonly names: string;
  readonly words: string;
};

const said = (text: Said | string): Said => (typeof text === 'string' ? { ko: text, en: text } : text);

/** Who searches in one language finds what the other calls it. */
const wordsOf = ({ ko, en }: Said): string => searched(ko === en ? ko : `${ko} ${en}`);

function entry({ kind, href, ...found }: SearchEntry): Entry {
  const [name, detail] = [said(found.name), said(found.detail)];
  const names = wordsOf(name);
  return { kind, href, name, detail, names, words: `${names} ${wordsOf(detail)}` };
}

const [KO, EN] = [labelsIn('ko'), labelsIn('en')] as const;

const inBoth = (say: (labels: Labels) => string): Said => ({ ko: say(KO), en: say(EN) });

const hrefOf = (id: string): string => linkTo(id.includes('.') ? { state: id } : { machine: id });

const stateEntries = (): readonly Entry[] =>
  data.machines.flatMap(({ id: machine, states }) =>
    states.flatMap((state) => {
      const href = linkTo({ machine, state: state.parent === null ? null : state.id });
      const own = entry({
        kind: state.parent === null ? 'machine' : 'state',
        name: inBoth((labels) => `${labels.state(state.id)} ${state.id}`),
        detail: inBoth((labels) => labels.stateSentence(state.id, state.description)),
        href,
      });
      const ports = state.invokes.map(({ id }) =>
        entry({
          kind: 'port',
          name: inBoth((labels) => `${labels.port(id)} ${id}`),
          detail: inBoth((labels) => [state.id, labels.portSentence(id)].filter(Boolean).join(' · ')),
          href,
        }),
      );
      return [
        own,
        ...ports,
        ...(state.path ? [entry({ kind: 'address', name: state.path, detail: state.id, href })] : []),
      ];
    }),
  );

/** The states that ask a port: in its own machine, else wherever a flow inside it asks. */
function askersOf(machine: string, port: string): readonly string[] {
  const asks = (states: readonly ChartState[]) =>
    states.filter(({ invokes }) => invokes.some(({ id }) => id === port)).map(({ id }) => id);
  const own = asks(data.machines.find(({ id }) => id === machine)?.states ?? []);
  return own.length > 0 ? own : asks(data.machines.flatMap(({ states }) => states));
}

/** Calls of the server with the states that make them. */
const callEntries = (): readonly Entry[] =>
  Object.entries(data.calls).flatMap(([machine, ports]) =>
    Object.entries(ports).flatMap(([port, calls]) => {
      const askers = askersOf(machine, port);
      return calls.flatMap((call) =>
        (askers.length > 0 ? askers : [machine]).map((detail) =>
          entry({ kind: 'call', name: call, detail, href: hrefOf(detail) }),
        ),
      );
    }),
  );

/** Routes as they are typed, for screens whose own address is another one or worked out. */
const routeEntries = (): readonly Entry[] =>
  Object.entries(data.routes)
    .filter(([route, state]) => stateOf(state)?.path !== route)
    .map(([route, state]) => entry({ kind: 'address', name: route, detail: state, href: linkTo({ state }) }));

/** Events, times and conditions, each with the state where it counts. */
const wayEntries = (): readonly Entry[] =>
  data.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => {
      const { source, kind, name, guard } = transition;
      const isRoot = source === machine.id;
      const href = linkTo({ machine: machine.id, state: isRoot ? null : source });
      const detail = inBoth((labels) => `${source} · ${labels.transition(machine, transition)}`);
      const triggerName = inBoth((labels) => `${labels.trigger(machine.id, transition)} ${name}`);
      return [
        ...(kind === 'event' ? [entry({ kind: 'event', name: triggerName, detail, href })] : []),
        ...(kind === 'delay' ? [entry({ kind: 'timer', name: triggerName, detail, href })] : []),
        ...(guard
          ? [
              entry({
                kind: 'guard',
                name: inBoth((labels) => `${labels.guard(machine.id, guard)} ${guard.name}`),
                detail,
                href,
              }),
            ]
          : []),
      ];
    }),
  );

const limitEntries = (): readonly Entry[] =>
  data.words.limits.map((limit) =>
    entry({
      kind: 'limit',
      name: inBoth((labels) => `${limit[labels.language]}: ${labels.limitInFull(limit)}`),
      detail: inBoth((labels) => `${labels.setBy(limit)} · ${limit.id}`),
      href: linkTo({ machine: LIMITS }),
    }),
  );

/** What holds in more than one state, with the place that says so. */
const ruleEntries = (): readonly Entry[] =>
  data.words.rules.map((rule) =>
    entry({
      kind: 'rule',
      name: inBoth((labels) => labels.rule(rule)),
      detail: inBoth((labels) => `${labels.setBy(rule)} · ${rule.id}`),
      href: linkTo({ machine: LIMITS }),
    }),
  );

/** Texts that no screen of the atlas shows, with the reason. */
const nowhereEntries = (): readonly Entry[] =>
  Object.entries(data.textsWithoutScreen).map(([key, reason]) =>
    entry({
      kind: 'nowhere',
      name: key,
      detail: inBoth(({ language }) =>
        [data.texts.ko[key], data.texts.en[key], reason[language]].filter(Boolean).join(' · '),
      ),
      href: linkTo({ machine: LIMITS }),
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

/** Codes with the page of all their screens. */
const codePageEntries = (): readonly Entry[] =>
  Object.keys(data.codes).map((code) =>
    entry({
      kind: 'codePage',
      name: `${code} ${data.codes[code] ?? ''}`,
      detail: { ko: codeText(code, 'ko'), en: codeText(code, 'en') },
      href: linkTo({ machine: CODES, path: code }),
    }),
  );

/** A code wherever the server answers with it: in each state that a refusal with it leads into. */
const codeEntries = (): readonly Entry[] =>
  Object.entries(data.states).flatMap(([state, { refusals }]) =>
    refusals.flatMap(({ port, codes }) =>
      codes
        .filter((code) => values.isLikely(state.split('.')[0] ?? '', port, code))
        .map((code) => {
          const key = values.codeKey(code);
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

/** Duplicates are listed once: a port that a state invokes twice, or a condition of two transitions with one target. */
const once = (entries: readonly Entry[]): readonly Entry[] => [
  ...new Map(entries.map((each) => [JSON.stringify(each), each])).values(),
];

/** Of two that match equally the earlier one comes first: what answers a question in itself leads. */
const ENTRIES: readonly Entry[] = once([
  ...ruleEntries(),
  ...limitEntries(),
  ...stateEntries(),
  ...callEntries(),
  ...routeEntries(),
  ...wayEntries(),
  ...titleEntries(),
  ...textEntries(),
  ...nowhereEntries(),
  ...codePageEntries(),
  ...codeEntries(),
]);

/** Maximum number of search hits. */
const MAX_HITS = 60;

/** The first hits, how many there are in all, and whether they have every word of the question. */
export type Hits = { readonly shown: readonly Hit[]; readonly all: number; readonly isWhole: boolean };

/**
 * The entries that match a question in a language. An address as it is copied from a browser is looked for by its path,
 * and comes first where that is a route.
 */
export function search(question: string, language: Language): Hits {
  const path = pathOfAddress(question);
  const isRoute = ({ kind, name }: Entry) =>
    path !== null && kind === 'address' && matchesRoute(path, name.en);
  const { found: matched, isWhole } = matchesOf(ENTRIES, path ?? question, data.synonyms);
  const routes = ENTRIES.filter(isRoute);
  const found = routes.length > 0 ? [...routes, ...matched.filter((each) => !isRoute(each))] : matched;
  const shown = found.slice(0, MAX_HITS).map(({ kind, href, name, detail }) => ({
    kind,
    href,
    name: name[language],
    detail: detail[language],
  }));
  return { shown, all: found.length, isWhole: isWhole || routes.length > 0 };
}
