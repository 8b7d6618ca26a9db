import type { ChartState } from '#atlas/model/types.ts';
import type { LocalizedText } from '#atlas/screens/types.ts';
import { atlasText, type TextKey } from '#atlas/texts/texts.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { plainMessage } from '#atlas/words/plain-message.ts';
import type { Language } from '#atlas/words/types.ts';
import { matchesRoute, pathOfAddress } from './address-match.ts';
import { data, noScreenReason } from './data.ts';
import { labelsIn } from './labels.ts';
import { matchesOf, type Searchable, searchText } from './match.ts';
import { codeKey, codeText, isLikely, stateOf, statesShowing } from './model.ts';
import { linkTo } from './route.ts';

/** A hit of the search in one language. */
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

/** A text of both languages; the function gets the labels of one. */
type Text = string | ((labels: Labels) => string);

const inBoth = (text: Text): LocalizedText =>
  typeof text === 'string' ? { ko: text, en: text } : { ko: text(labelsIn('ko')), en: text(labelsIn('en')) };

/** Both languages are searched, whichever is shown. */
const wordsOf = ({ ko, en }: LocalizedText): string => searchText(ko === en ? ko : `${ko} ${en}`);

function entry(kind: TextKey, href: string, nameText: Text, detailText: Text): Entry {
  const [name, detail] = [inBoth(nameText), inBoth(detailText)];
  const names = wordsOf(name);
  const kinds = wordsOf(inBoth(({ language }) => atlasText(language, kind)));
  const words = `${names} ${wordsOf(detail)} ${kinds}`;
  return { kind, href, name, detail, names, words, weight: WEIGHTS[kind] ?? 1 };
}

const joinParts = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

const textIn = (language: Language, key: string): string => plainMessage(data.texts[language][key] ?? '');

const bothTexts = (key: string): string => joinParts(textIn('ko', key), textIn('en', key));

const hrefOf = (id: string, path: string | null = null): string =>
  linkTo({ ...(id.includes('.') ? { state: id } : { page: id }), path });

const stateEntries = (): readonly Entry[] =>
  data.machines.flatMap(({ states }) =>
    states.flatMap(({ id, parent, description, invokes, path, title }) => [
      entry(
        parent === null ? 'machine' : 'state',
        hrefOf(id),
        (labels) => `${labels.state(id)} ${id}`,
        (labels) => labels.stateSentence(id, description),
      ),
      ...invokes.map((invoke) =>
        entry(
          'port',
          hrefOf(id),
          (labels) => `${labels.port(invoke.id)} ${invoke.id}`,
          (labels) => joinParts(id, labels.portSentence(invoke.id)),
        ),
      ),
      ...(path ? [entry('address', hrefOf(id), path, id)] : []),
      ...(title !== null && Object.hasOwn(data.texts.ko, title)
        ? [entry('text', hrefOf(id), title, joinParts(bothTexts(title), id))]
        : []),
    ]),
  );

/** The states that invoke a port: of its machine, else of the flows that run inside it, else the machine. */
function invokingStates(machine: string, port: string): readonly string[] {
  const invoking = (states: readonly ChartState[]) =>
    states.filter(({ invokes }) => invokes.some(({ id }) => id === port)).map(({ id }) => id);
  const own = invoking(data.machines.find(({ id }) => id === machine)?.states ?? []);
  const any = own.length > 0 ? own : invoking(data.machines.flatMap(({ states }) => states));
  return any.length > 0 ? any : [machine];
}

const callEntries = (): readonly Entry[] =>
  Object.entries(data.calls).flatMap(([machine, ports]) =>
    Object.entries(ports).flatMap(([port, calls]) =>
      calls.flatMap((call) => invokingStates(machine, port).map((id) => entry('call', hrefOf(id), call, id))),
    ),
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
      const href = hrefOf(source, id);
      const detail = (labels: Labels) => `${source} · ${labels.transition(machine, transition)}`;
      const trigger = (labels: Labels) => `${labels.trigger(machine.id, transition)} ${name}`;
      return [
        ...(kind === 'event' ? [entry('event', href, trigger, detail)] : []),
        ...(kind === 'delay' ? [entry('timer', href, trigger, detail)] : []),
        ...(guard
          ? [entry('guard', href, (labels) => `${labels.guard(machine.id, guard)} ${guard.name}`, detail)]
          : []),
      ];
    }),
  );

/** The rows of the page of limits: rules and limits. */
const limitEntries = (): readonly Entry[] => [
  ...data.words.rules.map((rule) =>
    entry(
      'rule',
      linkTo({ page: 'fixed', path: rule.id }),
      (labels) => labels.rule(rule),
      (labels) => joinParts(labels.setBy(rule), rule.id),
    ),
  ),
  ...data.words.limits.map((limit) =>
    entry(
      'limit',
      linkTo({ page: 'fixed', path: limit.id }),
      (labels) => `${limit[labels.language]}: ${labels.limitInFull(limit)}`,
      (labels) => joinParts(labels.setBy(limit), limit.id),
    ),
  ),
];

/** Every text of the screens, by its words; the states that show it are on its page. */
const textEntries = (): readonly Entry[] =>
  Object.entries(data.textSources).map(([key, { file }]) => {
    const screens = statesShowing(key).slice(0, MAX_SCREENS);
    return entry(
      'text',
      linkTo({ page: 'texts', path: key }),
      ({ language }) => textIn(language, key),
      (labels) =>
        joinParts(
          key,
          file,
          screens.map(({ state }) => labels.state(state)).join(', ') ||
            noScreenReason(key)?.[labels.language],
        ),
    );
  });

/** Each journey, and each pair of them to compare. */
const journeyEntries = (): readonly Entry[] =>
  data.journeys.flatMap(({ id, name }, index) => [
    entry('journey', linkTo({ page: 'journeys', path: id }), ({ language }) => name[language], ''),
    ...data.journeys.slice(index + 1).map((other) =>
      entry(
        'sideBySide',
        linkTo({ page: 'journeys', path: `${id}~${other.id}` }),
        ({ language }) => `${name[language]} | ${other.name[language]}`,
        ({ language }) => atlasText(language, 'questionJourneysHint'),
      ),
    ),
  ]);

const codeEntries = (): readonly Entry[] => [
  ...Object.entries(data.codes).map(([code, meaning]) =>
    entry('codePage', linkTo({ page: 'codes', path: code }), `${code} ${meaning}`, ({ language }) =>
      codeText(code, language),
    ),
  ),
  ...Object.entries(data.states).flatMap(([state, { refusals }]) =>
    refusals.flatMap(({ port, codes }) =>
      codes
        .filter((code) => isLikely(state, port, code))
        .map((code) =>
          entry(
            'code',
            linkTo({ state, refusal: `${port}.${code}` }),
            `${code} ${data.codes[code] ?? ''}`,
            joinParts(`${state} (${port})`, codeKey(code), bothTexts(codeKey(code))),
          ),
        ),
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
  const shown = hits
    .slice(0, MAX_HITS)
    .map(({ name, detail, ...hit }) => ({ ...hit, name: name[language], detail: detail[language] }));
  return { shown, all: hits.length, hasEveryWord: matches.hasEveryWord || routes.length > 0 };
}
