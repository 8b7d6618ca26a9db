import { isChoice, isLarge, partsOf, screenOf, screensOf, screenTransitions } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Speaker } from '#atlas/words/speaker.ts';
import { BLANK, CardWriter, shortName } from './cards.ts';
import type { Card, Figure } from './figure.ts';
import { alongUsualWay, lanesOf } from './lanes.ts';

/** What the whole machine does at any time. */
function anytimeCard(machine: ChartMachine, writer: CardWriter): readonly Card[] {
  const [root] = machine.states;
  if (!root) return [];
  const card: Card = {
    ...BLANK,
    id: `${machine.id}/anytime`,
    shape: 'entrance',
    lane: 0,
    name: writer.words.atAnyTime,
    facts: writer.facts(root),
    lines: machine.transitions.filter(({ source }) => source === root.id).map((each) => writer.line(each)),
  };
  return card.lines.length + card.facts.length > 0 ? [card] : [];
}

/** The sheet of a machine: a card for each state. */
function machineFigure(machine: ChartMachine, speaker: Speaker): Figure {
  const writer = new CardWriter(machine, speaker);
  const [root, ...states] = machine.states;
  const { words } = writer;
  return {
    id: machine.id,
    language: speaker.language,
    title: `${speaker.machine(machine.id)} · ${machine.id}`,
    subtitle: `${root ? speaker.stateSentence(root.id, root.description) : ''} ${words.states(states.length)}, ${words.ways(machine.transitions.length)}`,
    cards: [
      ...anytimeCard(machine, writer),
      ...writer.cards(
        states.filter(({ parent }) => parent === machine.id),
        { initial: root?.initial ?? null },
        null,
      ),
    ],
  };
}

/** The sheet of a screen of a large machine: how one gets there, and all that is inside of it. */
function screenFigure(machine: ChartMachine, screen: ChartState, speaker: Speaker): Figure {
  const writer = new CardWriter(machine, speaker);
  const { words } = writer;
  const entering = machine.transitions.filter(
    ({ source, targets }) =>
      screenOf(source) !== screen.id && targets.some((target) => screenOf(target) === screen.id),
  );
  const entrance: Card = {
    ...BLANK,
    id: `${screen.id}/entered`,
    shape: 'entrance',
    lane: 0,
    name: words.entered,
    lines: entering.map((transition) => {
      const from = transition.source === machine.id ? words.anyScreen : speaker.state(transition.source);
      const line = writer.line(transition);
      return { ...line, text: `${from}: ${line.text}`, leadsTo: [] };
    }),
  };
  const parts = partsOf(machine, screen.id);
  const ways = machine.transitions.filter(({ source }) => screenOf(source) === screen.id);
  return {
    id: screen.id,
    language: speaker.language,
    title: `${speaker.state(screen.id)} · ${screen.id}`,
    subtitle: `${words.part(speaker.machine(machine.id))}. ${words.states(parts.length)}, ${words.ways(ways.length)}`,
    cards: [entrance, ...writer.cards([screen], { initial: screen.id }, null)],
  };
}

/** The sheet of all screens of a large machine: a card for each, whatever is inside of it. */
function overviewFigure(machine: ChartMachine, speaker: Speaker): Figure {
  const writer = new CardWriter(machine, speaker);
  const { words } = writer;
  const screens = screensOf(machine);
  const lanes = lanesOf(
    machine,
    machine.states[0]?.initial ?? null,
    screens.map(({ id }) => id),
  );
  const ways = screenTransitions(machine);
  return {
    id: machine.id,
    language: speaker.language,
    title: `${speaker.machine(machine.id)} · ${machine.id}`,
    subtitle: `${words.screens(screens.length)}, ${words.states(machine.states.length - 1)}, ${words.ways(machine.transitions.length)}. ${words.overview}`,
    cards: [
      ...anytimeCard(machine, writer),
      ...alongUsualWay(machine, screens).map((screen): Card => {
        const parts = partsOf(machine, screen.id);
        const card = writer.card(screen, lanes.get(screen.id) ?? 0, null);
        const flows = parts.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
        return {
          ...card,
          shape: card.shape === 'group' ? 'state' : card.shape,
          lane: lanes.get(screen.id) ?? 0,
          code: [shortName(screen.id), ...new Set(parts.flatMap(({ path }) => path ?? []))].join('   '),
          facts: [
            ...new Set(writer.facts({ invokes: flows, entry: [], exit: [] })),
            ...(parts.length > 1 ? [words.inside(parts.length - 1)] : []),
          ],
          lines: ways
            .filter(({ source }) => source === screen.id)
            .map(({ transition, target }) => ({ ...writer.line(transition), leadsTo: [target] })),
          initial: null,
        };
      }),
    ],
  };
}

/** The screens of a large machine that have a sheet of their own; the overview shows where a choice leads. */
const detailedScreens = (machine: ChartMachine): readonly ChartState[] =>
  screensOf(machine).filter((screen) => screen.type !== 'final' && !isChoice(machine, screen));

/**
 * The sheets of a machine in a language. A large one has an overview, named as the machine, and a sheet of each
 * screen, named as its state; together they show every state and every transition.
 */
export const figuresOf = (machine: ChartMachine, speaker: Speaker): readonly Figure[] =>
  isLarge(machine)
    ? [
        overviewFigure(machine, speaker),
        ...detailedScreens(machine).map((screen) => screenFigure(machine, screen, speaker)),
      ]
    : [machineFigure(machine, speaker)];

/**
 * One sheet of all screens as a person meets them: titles, addresses and what leads on; failures are left out.
 * @param titles what the screens are called in the language of the sheet, by the ids of their states
 */
export function mapFigure(
  machine: ChartMachine,
  speaker: Speaker,
  titles: Readonly<Record<string, string>>,
): Figure {
  const overview = overviewFigure(machine, speaker);
  const { words } = new CardWriter(machine, speaker);
  return {
    ...overview,
    id: `${machine.id}-map`,
    title: `${speaker.machine(machine.id)}: ${words.everyScreen}`,
    subtitle: words.unexpected,
    cards: overview.cards.map((card): Card => {
      return {
        ...card,
        name: titles[card.id] || card.name,
        facts: [],
        lines: card.lines.filter(({ kind }) => kind !== 'error').map((line) => ({ ...line, actions: '' })),
      };
    }),
  };
}
