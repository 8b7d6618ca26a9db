import values from 'virtual:atlas-values';
import { CODES, JOURNEYS, LIMITS, TEXTS } from '#atlas/build/page-names.ts';
import type { ChartState } from '#atlas/model/types.ts';
import type { LocalizedText } from '#atlas/screens/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { plainMessage } from '#atlas/words/plain-message.ts';
import type { Language } from '#atlas/words/types.ts';
import { matchesRoute, pathOfAddress } from './address-match.ts';
import { codeText } from './codes.ts';
import { data, noScreenReason } from './data.ts';
import { INTERFACE_TEXTS, type TextKey } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { matchesOf, type Searchable, searchText } from './match.ts';
import { stateOf } from './model.ts';
import { linkTo } from './route.ts';

/** An entry of the search in one language. */
export type Hit = {
  readonly kind: TextKey;
  readonly name: string;
  readonly detail: string;
  readonly href: string;
};

type Entry = Pick<Hit, 'kind' | 'href'> & {
  readonly name: LocalizedText;
  readonly detail: LocalizedText;
} & Searchable;

/** Screens that the entry of a text names. */
const MAX_SCREENS = 3;

/** Weights of kinds of entries: rules and limits answer questions directly, transitions are details of a state. */
const WEIGHTS: Partial<Readonly<Record<TextKey, number>>> = {
  rule: 1.6,
  limit: 1.5,
  machine: 1.2,
  state: 1.1,
  codePage: 1.2,
  event: 0.7,
  guard: 0.7,
  timer: 0.8,
  port: 0.7,
};

const toLocalized = (text: LocalizedText | string): LocalizedText =>
  typeof text === 'string' ? { ko: text, en: text } : text;

/** Both languages are searched, whichever is shown. */
const wordsOf = ({ ko, en }: LocalizedText): string => searchText(ko === en ? ko : `${ko} ${en}`);

function entry(
  kind: TextKey,
  href: string,
  entryName: LocalizedText | string,
  entryDetail: LocalizedText | string,
): Entry {
  const [name, detail] = [toLocalized(entryName), toLocalized(entryDetail)];
  const names = wordsOf(name);
  return {
    kind,
    href,
    name,
    detail,
    names,
    words: `${names} ${wordsOf(detail)} ${wordsOf(INTERFACE_TEXTS[kind])}`,
    weight: WEIGHTS[kind] ?? 1,
  };
}

const [KO, EN] = [labelsIn('ko'), labelsIn('en')] as const;

const inBothLanguages = (textIn: (labels: Labels) => string): LocalizedText => ({
  ko: textIn(KO),
  en: textIn(EN),
});

const joinParts = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

const bothTexts = (key: string): string =>
  joinParts(...(['ko', 'en'] as const).map((each) => plainMessage(data.texts[each][key] ?? '')));

const hrefOf = (id: string): string => linkTo(id.includes('.') ? { state: id } : { machine: id });

const stateEntries = (): readonly Entry[] =>
  data.machines.flatMap(({ states }) =>
    states.flatMap(({ id, parent, description, invokes, path, title }) => [
      entry(
        parent === null ? 'machine' : 'state',
        hrefOf(id),
        inBothLanguages((labels) => `${labels.state(id)} ${id}`),
        inBothLanguages((labels) => labels.stateSentence(id, description)),
      ),
      ...invokes.map((invoke) =>
        entry(
          'port',
          hrefOf(id),
          inBothLanguages((labels) => `${labels.port(invoke.id)} ${invoke.id}`),
          inBothLanguages((labels) => joinParts(id, labels.portSentence(invoke.id))),
        ),
      ),
      ...(path ? [entry('address', hrefOf(id), path, id)] : []),
      ...(title !== null && Object.hasOwn(data.texts.ko, title)
        ? [entry('text', hrefOf(id), title, joinParts(bothTexts(title), id))]
        : []),
    ]),
  );

/** The states that invoke a port: of its machine, else of the flows that run inside it. */
function invokingStates(machine: string, port: string): readonly string[] {
  const invoking = (states: readonly ChartState[]) =>
    states.filter(({ invokes }) => invokes.some(({ id }) => id === port)).map(({ id }) => id);
  const own = invoking(data.machines.find(({ id }) => id === machine)?.states ?? []);
  return own.length > 0 ? own : invoking(data.machines.flatMap(({ states }) => states));
}

const callEntries = (): readonly Entry[] =>
  Object.entries(data.calls).flatMap(([machine, ports]) =>
    Object.entries(ports).flatMap(([port, calls]) => {
      const states = invokingStates(machine, port);
      return calls.flatMap((call) =>
        (states.length > 0 ? states : [machine]).map((id) => entry('call', hrefOf(id), call, id)),
      );
    }),
  );

/** Routes of which a state has no address of its own, or a computed one. */
const routeEntries = (): readonly Entry[] =>
  Object.entries(data.routes)
    .filter(([route, state]) => stateOf(state)?.path !== route)
    .map(([route, state]) => entry('address', linkTo({ state }), route, state));

/** Events, timers and conditions of transitions, each with its state. */
const transitionEntries = (): readonly Entry[] =>
  data.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => {
      const { id, source, kind, name, guard } = transition;
      const hrefToTransition = linkTo({
        ...(source.includes('.') ? { state: source } : { machine: source }),
        path: id,
      });
      const detail = inBothLanguages((labels) => `${source} · ${labels.transition(machine, transition)}`);
      const trigger = inBothLanguages((labels) => `${labels.trigger(machine.id, transition)} ${name}`);
      return [
        ...(kind === 'event' ? [entry('event', hrefToTransition, trigger, detail)] : []),
        ...(kind === 'delay' ? [entry('timer', hrefToTransition, trigger, detail)] : []),
        ...(guard
          ? [
              entry(
                'guard',
                hrefToTransition,
                inBothLanguages((labels) => `${labels.guard(machine.id, guard)} ${guard.name}`),
                detail,
              ),
            ]
          : []),
      ];
    }),
  );

/** The rows of the page of limits: rules and limits. */
const limitEntries = (): readonly Entry[] => [
  ...data.words.rules.map((rule) =>
    entry(
      'rule',
      linkTo({ machine: LIMITS, path: rule.id }),
      inBothLanguages((labels) => labels.rule(rule)),
      inBothLanguages((labels) => joinParts(labels.setBy(rule), rule.id)),
    ),
  ),
  ...data.words.limits.map((limit) =>
    entry(
      'limit',
      linkTo({ machine: LIMITS, path: limit.id }),
      inBothLanguages((labels) => `${limit[labels.language]}: ${labels.limitInFull(limit)}`),
      inBothLanguages((labels) => joinParts(labels.setBy(limit), limit.id)),
    ),
  ),
];

/** Every text of the screens, by its words; the states that show it are on its page. */
const textEntries = (): readonly Entry[] =>
  Object.entries(data.textSources).map(([key, { file }]) =>
    entry(
      'text',
      linkTo({ machine: TEXTS, path: key }),
      inBothLanguages(({ language }) => plainMessage(data.texts[language][key] ?? '')),
      inBothLanguages((labels) =>
        joinParts(
          key,
          file,
          Object.entries(data.keys)
            .filter(([, keys]) => Object.hasOwn(keys, key))
            .map(([state]) => labels.state(state))
            .slice(0, MAX_SCREENS)
            .join(', ') || noScreenReason(key)?.[labels.language],
        ),
      ),
    ),
  );

/** Each journey, and each pair of them to compare. */
const journeyEntries = (): readonly Entry[] =>
  data.journeys.flatMap((journey, index) => [
    entry('journey', linkTo({ machine: JOURNEYS, path: journey.id }), journey.name, ''),
    ...data.journeys.slice(index + 1).map((other) =>
      entry(
        'sideBySide',
        linkTo({ machine: JOURNEYS, path: `${journey.id}~${other.id}` }),
        inBothLanguages(({ language }) => `${journey.name[language]} | ${other.name[language]}`),
        inBothLanguages(({ language }) => INTERFACE_TEXTS.questionJourneysHint[language]),
      ),
    ),
  ]);

const codeEntries = (): readonly Entry[] => [
  ...Object.entries(data.codes).map(([code, meaning]) =>
    entry('codePage', linkTo({ machine: CODES, path: code }), `${code} ${meaning}`, {
      ko: codeText(code, 'ko'),
      en: codeText(code, 'en'),
    }),
  ),
  ...Object.entries(data.states).flatMap(([state, { refusals }]) =>
    refusals.flatMap(({ port, codes }) =>
      codes
        .filter((code) => values.isLikely(state.split('.')[0] ?? '', port, code))
        .map((code) => {
          const key = values.codeKey(code);
          return entry(
            'code',
            linkTo({ state, refusal: `${port}.${code}` }),
            `${code} ${data.codes[code] ?? ''}`,
            joinParts(`${state} (${port})`, key, bothTexts(key)),
          );
        }),
    ),
  ),
];

const withoutDuplicates = (entries: readonly Entry[]): readonly Entry[] => [
  ...new Map(entries.map((each) => [JSON.stringify(each), each])).values(),
];

/** Of two equal matches the earlier entry comes first: rules and limits answer questions directly. */
const ENTRIES: readonly Entry[] = withoutDuplicates([
  ...limitEntries(),
  ...stateEntries(),
  ...callEntries(),
  ...routeEntries(),
  ...transitionEntries(),
  ...journeyEntries(),
  ...textEntries(),
  ...codeEntries(),
]);

/** Maximum number of search hits. */
const MAX_HITS = 60;

/** The first hits, the number of all, and whether they match every word of the question. */
export type Hits = { readonly shown: readonly Hit[]; readonly all: number; readonly hasEveryWord: boolean };

/** The hits of a question in a language. Of an address only the path is searched; a route that matches it comes first. */
export function search(question: string, language: Language): Hits {
  const path = pathOfAddress(question);
  const isRoute = ({ kind, name }: Entry) =>
    path !== null && kind === 'address' && matchesRoute(path, name.en);
  const matches = matchesOf(ENTRIES, path ?? question, data.synonyms);
  const routes = ENTRIES.filter(isRoute);
  const hits = [...routes, ...matches.entries.filter((each) => !isRoute(each))];
  const shown = hits.slice(0, MAX_HITS).map(({ kind, href, name, detail }) => ({
    kind,
    href,
    name: name[language],
    detail: detail[language],
  }));
  return { shown, all: hits.length, hasEveryWord: matches.hasEveryWord || routes.length > 0 };
}
