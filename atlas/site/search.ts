import { atlasText, type TextKey } from '#atlas/texts/texts.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { plainMessage } from '#atlas/words/plain-message.ts';
import type { Language } from '#atlas/words/types.ts';
import { data, noScreenReason } from './data.ts';
import { labelsIn } from './labels.ts';
import { findMatches, type Searchable, searchText } from './match.ts';
import { codeText, findState, isLikely, statesShowing } from './model.ts';
import { linkTo } from './route.ts';

/** A hit of the search, in one language. */
type Hit = {
  /** Key of the text that names the kind of hit. */
  readonly kind: TextKey;
  readonly href: string;
  readonly name: string;
  readonly detail: string;
};

/** Maximum number of screens that are named in the hit for a text. */
const MAX_NAMED_SCREENS = 3;

/** Weights of the kinds of hits. Rules and fixed values answer questions directly; transitions are only details of a state. */
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

/** The link of a machine or a state. A transition of the state is highlighted when `path` is its id. */
const hrefOf = (id: string, path: string | null = null): string =>
  linkTo({ ...(id.includes('.') ? { state: id } : { page: id }), path });

/** Creates a hit. Its name is searched with more weight than its detail. */
const createHit = (kind: TextKey, href: string, name: string, detail = ''): Hit => ({
  kind,
  href,
  name,
  detail,
});

const ruleAndFixedValueHits = (labels: Labels): readonly Hit[] => {
  const createRowHit = (kind: TextKey, id: string, name: string, setBy: string) =>
    createHit(kind, linkTo({ page: 'fixed', path: id }), name, joinParts(setBy, id));
  return [
    ...data.words.rules.map((rule) => createRowHit('rule', rule.id, labels.rule(rule), labels.setBy(rule))),
    ...data.words.fixedValues.map((fixedValue) => {
      const name = `${fixedValue[labels.language]}: ${labels.fixedValueInFull(fixedValue)}`;
      return createRowHit('limit', fixedValue.id, name, labels.setBy(fixedValue));
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

/**
 * The states of a machine that invoke a port. If the machine has no such state, they are the states of all machines that invoke a port
 * with this name; if there is no such state either, the result is the machine itself.
 */
function invokingStates(machine: string, port: string): readonly string[] {
  const invoking = data.machines
    .flatMap(({ states }) => states)
    .filter(({ invokes }) => invokes.some(({ id }) => id === port))
    .map(({ id }) => id);
  const invokingInMachine = invoking.filter((id) => id.startsWith(`${machine}.`));
  return [invokingInMachine, invoking].find(({ length }) => length > 0) ?? [machine];
}

/** Hits for the calls of the server, with the states that make the calls. */
const callHits = (): readonly Hit[] =>
  Object.entries(data.calls).flatMap(([machine, ports]) =>
    Object.entries(ports).flatMap(([port, calls]) =>
      calls.flatMap((call) =>
        invokingStates(machine, port).map((id) => createHit('call', hrefOf(id), call, id)),
      ),
    ),
  );

/** Hits for addresses that differ from the address in the data of the state that they open. */
const routeHits = (): readonly Hit[] =>
  Object.entries(data.routes)
    .filter(([route, state]) => findState(state)?.path !== route)
    .map(([route, state]) => createHit('address', linkTo({ state }), route, state));

/** Hits for the events, timers and conditions of transitions, with the states that have the transitions. */
const transitionHits = (labels: Labels): readonly Hit[] =>
  data.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => {
      const { id, source, kind, name, guard } = transition;
      const trigger = `${labels.trigger(machine.id, transition)} ${name}`;
      const transitionHit = (hitKind: TextKey, label: string) =>
        createHit(
          hitKind,
          hrefOf(source, id),
          label,
          `${source} · ${labels.transition(machine, transition)}`,
        );
      return [
        ...(kind === 'event' ? [transitionHit('event', trigger)] : []),
        ...(kind === 'delay' ? [transitionHit('timer', trigger)] : []),
        ...(guard ? [transitionHit('guard', `${labels.guard(machine.id, guard)} ${guard.name}`)] : []),
      ];
    }),
  );

/** Hits for all texts of the screens. */
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

/** Hits for each journey, and for the comparison of each pair of journeys. */
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

/** All hits. Of two hits with the same score, the earlier hit is shown first, so rules and fixed values are at the beginning. */
const allHits = (labels: Labels): readonly Hit[] => [
  ...ruleAndFixedValueHits(labels),
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

/** The entries of the search. The texts of both languages are searched, independently of the shown language. */
const ENTRIES: readonly Entry[] = allHits(labelsIn('en')).flatMap((en, index) => {
  const ko = KOREAN_HITS[index];
  if (!ko) return [];
  const names = searchText(`${ko.name} ${en.name}`);
  const kinds = `${atlasText('ko', ko.kind)} ${atlasText('en', en.kind)}`;
  const text = `${names} ${searchText(`${ko.detail} ${en.detail} ${kinds}`)}`;
  return [{ ko, en, names, text, weight: KIND_WEIGHTS[en.kind] ?? 1 }];
});

/** Maximum number of shown hits. */
const MAX_HITS = 60;

/**
 * The hits for a question, in a language. `hitCount` is the number of all hits, `hits` are the best of them. `hasEveryWord`: the first
 * hit matches every word of the question.
 */
export function search(question: string, language: Language) {
  const { entries, hasEveryWord } = findMatches(ENTRIES, question, data.synonyms);
  const hits = new Map(entries.map((entry) => [JSON.stringify(entry[language]), entry[language]]));
  return { hits: [...hits.values()].slice(0, MAX_HITS), hitCount: hits.size, hasEveryWord };
}
