import { atlasText, type TextKey } from '#atlas/texts/texts.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { plainMessage } from '#atlas/words/plain-message.ts';
import type { Language } from '#atlas/words/types.ts';
import { data, noScreenReason } from './data.ts';
import { labelsIn } from './labels.ts';
import { findMatches, type Searchable, searchText } from './match.ts';
import { codeText, findState, isLikely, statesShowing } from './model.ts';
import { linkTo } from './route.ts';

/** A hit of the search in one language. */
type Hit = {
  readonly kind: TextKey;
  readonly href: string;
  readonly name: string;
  readonly detail: string;
};

/** Maximum number of screens that the hit of a text names. */
const MAX_NAMED_SCREENS = 3;

/** Weights of kinds: rules and limits answer questions directly, transitions are details of a state. */
const KIND_WEIGHTS: Partial<Readonly<Record<TextKey, number>>> = {
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

const joinParts = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

const hrefOf = (id: string, path: string | null = null): string =>
  linkTo({ ...(id.includes('.') ? { state: id } : { page: id }), path });

const createHit = (kind: TextKey, href: string, name: string, detail = ''): Hit => ({
  kind,
  href,
  name,
  detail,
});

const limitHits = (labels: Labels): readonly Hit[] => {
  const row = (kind: TextKey, id: string, name: string, setBy: string) =>
    createHit(kind, linkTo({ page: 'fixed', path: id }), name, joinParts(setBy, id));
  return [
    ...data.words.rules.map((rule) => row('rule', rule.id, labels.rule(rule), labels.setBy(rule))),
    ...data.words.fixedValues.map((limit) => {
      const name = `${limit[labels.language]}: ${labels.fixedValueInFull(limit)}`;
      return row('limit', limit.id, name, labels.setBy(limit));
    }),
  ];
};

const stateHits = (labels: Labels): readonly Hit[] =>
  data.machines.flatMap(({ states }) =>
    states.flatMap(({ id, parent, description, invokes, path }) => [
      createHit(
        parent === null ? 'machine' : 'state',
        hrefOf(id),
        `${labels.state(id)} ${id}`,
        labels.stateSentence(id, description),
      ),
      ...invokes.map(({ id: port }) =>
        createHit(
          'port',
          hrefOf(id),
          `${labels.port(port)} ${port}`,
          joinParts(id, labels.portSentence(port)),
        ),
      ),
      ...(path ? [createHit('address', hrefOf(id), path, id)] : []),
    ]),
  );

/** The states of a machine that invoke a port, else the states of any flow that do, else the machine. */
function invokingStates(machine: string, port: string): readonly string[] {
  const invoking = data.machines
    .flatMap(({ states }) => states)
    .filter(({ invokes }) => invokes.some(({ id }) => id === port))
    .map(({ id }) => id);
  const own = invoking.filter((id) => id.startsWith(`${machine}.`));
  return [own, invoking].find(({ length }) => length > 0) ?? [machine];
}

const callHits = (): readonly Hit[] =>
  Object.entries(data.calls).flatMap(([machine, ports]) =>
    Object.entries(ports).flatMap(([port, calls]) =>
      calls.flatMap((call) =>
        invokingStates(machine, port).map((id) => createHit('call', hrefOf(id), call, id)),
      ),
    ),
  );

/** Addresses that open a state whose own address is missing or computed. */
const routeHits = (): readonly Hit[] =>
  Object.entries(data.routes)
    .filter(([route, state]) => findState(state)?.path !== route)
    .map(([route, state]) => createHit('address', linkTo({ state }), route, state));

/** Events, timers and conditions of transitions, each with its state. */
const transitionHits = (labels: Labels): readonly Hit[] =>
  data.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => {
      const { id, source, kind, name, guard } = transition;
      const trigger = `${labels.trigger(machine.id, transition)} ${name}`;
      const transitionHit = (kind: TextKey, label: string) =>
        createHit(kind, hrefOf(source, id), label, `${source} · ${labels.transition(machine, transition)}`);
      return [
        ...(kind === 'event' ? [transitionHit('event', trigger)] : []),
        ...(kind === 'delay' ? [transitionHit('timer', trigger)] : []),
        ...(guard ? [transitionHit('guard', `${labels.guard(machine.id, guard)} ${guard.name}`)] : []),
      ];
    }),
  );

/** Every text of the screens; the page of the hit names the states that show it. */
const textHits = (labels: Labels): readonly Hit[] =>
  Object.entries(data.textSources).map(([key, { file }]) => {
    const screens = statesShowing(key).slice(0, MAX_NAMED_SCREENS);
    const shownAt = screens.map(({ state }) => labels.state(state)).join(', ');
    return createHit(
      'text',
      linkTo({ page: 'texts', path: key }),
      plainMessage(data.texts[labels.language][key] ?? ''),
      joinParts(key, file, shownAt || noScreenReason(key)?.[labels.language]),
    );
  });

/** Each journey, and each pair of them to compare. */
const journeyHits = ({ language }: Labels): readonly Hit[] =>
  data.journeys.flatMap(({ id, name }, index) => [
    createHit('journey', linkTo({ page: 'journeys', path: id }), name[language]),
    ...data.journeys
      .slice(index + 1)
      .map((other) =>
        createHit(
          'sideBySide',
          linkTo({ page: 'journeys', path: `${id}~${other.id}` }),
          `${name[language]} | ${other.name[language]}`,
          atlasText(language, 'questionJourneysHint'),
        ),
      ),
  ]);

const codeHits = ({ language }: Labels): readonly Hit[] => [
  ...Object.entries(data.codes).map(([code, meaning]) =>
    createHit(
      'codePage',
      linkTo({ page: 'codes', path: code }),
      `${code} ${meaning}`,
      codeText(code, language),
    ),
  ),
  ...Object.entries(data.states).flatMap(([state, { refusals }]) =>
    refusals.flatMap(({ port, codes }) =>
      codes
        .filter((code) => isLikely(state, port, code))
        .map((code) =>
          createHit(
            'code',
            linkTo({ state, refusal: `${port}.${code}` }),
            `${code} ${data.codes[code] ?? ''}`,
            joinParts(`${state} (${port})`, codeText(code, language)),
          ),
        ),
    ),
  ),
];

/** All hits, rules and limits first: of two equal matches the earlier one is shown first. */
const allHits = (labels: Labels): readonly Hit[] => [
  ...limitHits(labels),
  ...stateHits(labels),
  ...callHits(),
  ...routeHits(),
  ...transitionHits(labels),
  ...journeyHits(labels),
  ...textHits(labels),
  ...codeHits(labels),
];

type Entry = Searchable & Readonly<Record<Language, Hit>>;

const KOREAN_HITS = allHits(labelsIn('ko'));

/** Both languages are searched, whichever language is shown. */
const ENTRIES: readonly Entry[] = allHits(labelsIn('en')).flatMap((en, index) => {
  const ko = KOREAN_HITS[index];
  if (!ko) return [];
  const names = searchText(`${ko.name} ${en.name}`);
  const kinds = `${atlasText('ko', ko.kind)} ${atlasText('en', en.kind)}`;
  const words = `${names} ${searchText(`${ko.detail} ${en.detail} ${kinds}`)}`;
  return [{ ko, en, names, words, weight: KIND_WEIGHTS[en.kind] ?? 1 }];
});

/** Maximum number of search hits. */
const MAX_HITS = 60;

/** The hits of a question in a language; `hasEveryWord` is whether the first one matches every word of it. */
export function search(question: string, language: Language) {
  const { entries, hasEveryWord } = findMatches(ENTRIES, question, data.synonyms);
  const hits = new Map(entries.map((entry) => [JSON.stringify(entry[language]), entry[language]]));
  return { shown: [...hits.values()].slice(0, MAX_HITS), all: hits.size, hasEveryWord };
}
