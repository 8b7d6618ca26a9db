import { act, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import type {
  Actor,
  ActorRefFrom,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  InputFrom,
} from 'xstate';
import type { Cases } from '#cases/cases.ts';
import type { DeskKey } from '#desk/app/text.ts';
import { TEXTS as DESK } from '#desk/app/texts.ts';
import { settleParticles } from '#i18n/particles.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import type { PhoneKey } from '#phone/app/text.ts';
import { loadTexts as loadPhoneTexts } from '#phone/app/texts.ts';
import { LanguageProvider } from '#src/app/language/language-provider.tsx';
import type { Texts } from '#src/app/language/texts.ts';
import { loadFirstTexts, loadOtherTexts, type MessageKey, type MessageLanguage } from '#src/app/messages.ts';
import { PortalProvider } from '#src/app/portal-context.tsx';
import type { TextValues } from '#src/app/text.ts';
import { writeTrace } from './coverage.ts';
import { inLongPaths, modelPaths, newWalkRecord, type Projection, stepByStep } from './model/paths.ts';
import { type OpenPortal, openPortal, sessionOf } from './model/portal.ts';
import { createRecorder, type Recorder } from './model/recorder.ts';
import { createStarter, type Scripted, start } from './model/start.ts';
import { transitionLine, transitionsOf } from './model/transitions.ts';
import { type Subject, walk } from './model/walk.ts';
import { settle } from './ports.ts';
import { IS_TEST_ALL, languagesOf } from './test-all.ts';

const CATALOGUES = {
  ko: {
    ...(await loadFirstTexts('ko')),
    ...(await loadOtherTexts('ko')),
    ...(await loadPhoneTexts('ko')).messages,
    ...DESK.ko,
  },
  en: {
    ...(await loadFirstTexts('en')),
    ...(await loadOtherTexts('en')),
    ...(await loadPhoneTexts('en')).messages,
    ...DESK.en,
  },
};

/** Every Korean text, by its key. */
export const CATALOGUE = CATALOGUES.ko;

/** The texts of both languages, as if all texts were loaded. */
export const ALL_TEXTS: Texts = new Map([
  ['ko', CATALOGUES.ko],
  ['en', CATALOGUES.en],
]);

export type TextOf = (key: MessageKey | PhoneKey | DeskKey, values?: TextValues) => string;

/** Returns a function that looks up texts in a language. */
export function textIn(language: MessageLanguage): TextOf {
  const intl = createIntl({ locale: language, messages: CATALOGUES[language] });
  return (key, values) => {
    const text = intl.formatMessage({ id: key }, values);
    return language === 'ko' ? settleParticles(text) : text;
  };
}

/** A page that a test has rendered, in one language. */
export type Page = {
  readonly text: TextOf;
  readonly user: UserEvent;
  readonly portal: OpenPortal;
  readonly press: (key: MessageKey | PhoneKey | DeskKey) => Promise<void>;
  readonly heading: () => string | null;
};

export type FlowView<Machine extends AnyStateMachine> = ComponentType<{
  readonly actor: ActorRefFrom<Machine>;
}>;

/** Renders the view of a running flow inside a portal that is on the error page. */
export async function showFlow<Machine extends AnyStateMachine>(
  View: FlowView<Machine>,
  actor: Actor<Machine>,
  language: MessageLanguage,
  changes: Partial<PortalInput> = {},
): Promise<Page> {
  const portal = openPortal({ address: '/error', locale: language, session: sessionOf(), ...changes });
  const user = userEvent.setup({ delay: null });
  const text = textIn(language);
  render(
    <PortalProvider portal={portal.actor}>
      <LanguageProvider texts={ALL_TEXTS}>
        <View actor={actor as unknown as ActorRefFrom<Machine>} />
      </LanguageProvider>
    </PortalProvider>,
  );
  await act(settle);
  return {
    text,
    user,
    portal,
    press: (key) => user.click(screen.getByRole('button', { name: text(key) })),
    heading: () => screen.getByRole('heading', { level: 1 }).textContent,
  };
}

/** The input with this label. */
export const inputLabelled = (label: string): HTMLInputElement =>
  screen.getByLabelText(label, { selector: 'input' });

/** Returns a check of a walk: the heading of the page is the text of this key. */
export const expectTitle = (key: Parameters<TextOf>[0]) => (page: Page) => {
  expect(page.heading()).toBe(page.text(key));
};

/** Causes an event as a person does. A gesture may depend on the language: a pointer in Korean, the keyboard in English. */
export type Gesture = (page: Page, event: AnyEventObject, language: MessageLanguage) => Promise<unknown>;

/** Gestures that are the same in every flow. */
const COMMON_GESTURES: Readonly<Record<string, Gesture>> = {
  'method.change': (page) => page.press('method.change'),
  'failure.dismissed': (page, _event, language) =>
    language === 'ko' ? page.press('action.ok') : page.user.keyboard('{Escape}'),
};

export type WalkOptions<Machine extends AnyStateMachine> = Cases<Machine> & {
  readonly inputs: Readonly<Record<string, InputFrom<Machine>>>;
  /** Values of the portal's input that differ from the default. */
  readonly portalChanges?: Partial<PortalInput>;
  readonly project?: Projection<Machine>;
  readonly secrets?: readonly string[];
  /** Whether only every pair of projected values is tested; `npm run test:all` tests all combinations. */
  readonly coversPairsOnly?: boolean;
  /** The gestures of this flow, by the type of their event. */
  readonly gestures: Readonly<Record<string, Gesture>>;
  /** Checks of the screen for each state without inner states, by the path of the state. */
  readonly shows: Readonly<Record<string, (page: Page, snapshot: AnyMachineSnapshot) => void>>;
  /** Whether a step of the model is taken. A step that only repeats another step can be left out. */
  readonly accepts?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
  /** Transitions that no view can cause or show, as lines of `transitionLine`. */
  readonly transitionsOutsideView?: readonly string[];
};

/** The paths of the active states that have no inner states. */
const innermostStatesOf = (snapshot: AnyMachineSnapshot): readonly string[] =>
  (snapshot._nodes as readonly AnyStateNode[])
    .filter(({ type }) => type === 'atomic')
    .map(({ path }) => path.join('.'));

/** The texts inside a node. */
function textsOn(node: Node): readonly string[] {
  return node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [...node.childNodes].flatMap(textsOn);
}

/** Expects that the page shows no message key instead of its text, and has one heading of level 1. */
export function expectTextsAndTitle(): void {
  expect(textsOn(document.body).filter((text) => Object.hasOwn(CATALOGUES.ko, text.trim()))).toEqual([]);
  expect(screen.getAllByRole('heading', { level: 1, hidden: true })).toHaveLength(1);
}

/** Expects that the button Prev is disabled or missing if the flow cannot go back now. Behind a dialog nothing can be pressed. */
function expectPrevDisabledUnlessBack(
  { text }: Page,
  snapshot: AnyMachineSnapshot,
  events: readonly string[],
): void {
  const backEvent = events.find((type) => type.endsWith('.back'));
  if (backEvent === undefined || snapshot.can({ type: backEvent }) || document.querySelector('dialog[open]'))
    return;
  const isEnabledPrev = ({ textContent, disabled }: HTMLButtonElement) =>
    textContent === text('action.previous') && !disabled;
  expect([...document.querySelectorAll('button')].filter(isEnabledPrev)).toEqual([]);
}

/** Waits for the next task, in which busy states are rendered. */
const waitForNextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Tests a view: walks the paths of the model with the controls of the view, in alternating languages, and checks each screen. */
export function describeWalk<Machine extends AnyStateMachine>(
  machine: Machine,
  View: FlowView<Machine>,
  {
    inputs,
    gestures,
    shows,
    portalChanges,
    project = ({ context }) => context,
    secrets = [],
    coversPairsOnly = false,
    transitionsOutsideView = [],
    accepts = () => true,
    ...flowCases
  }: WalkOptions<Machine>,
): void {
  const recorder = createRecorder((trace) => writeTrace('walk', trace));
  const startWith = createStarter(machine, recorder);
  const takenSteps = new Set<string>();

  for (const [name, input] of Object.entries(inputs)) {
    const isAccepted = (snapshot: AnyMachineSnapshot, event: AnyEventObject) =>
      (event.type.startsWith('xstate.') || snapshot.can(event)) && accepts(snapshot, event);
    const paths = modelPaths(
      machine,
      input,
      flowCases as unknown as Cases<Machine>,
      project,
      isAccepted,
      IS_TEST_ALL ? stepByStep : inLongPaths,
      { ...newWalkRecord(), ...(!IS_TEST_ALL && { edges: takenSteps }) },
      coversPairsOnly && !IS_TEST_ALL,
    );

    const walksInLanguages = paths.flatMap((path, index) =>
      languagesOf(index).map((language) => [language, path.description, path] as const),
    );

    describe(`${machine.id}: ${name}`, () => {
      it.each(walksInLanguages)('in %s: %s', async (language, _description, path) => {
        const running = startWith(input);
        const page = await showFlow(View, running.actor as Actor<Machine>, language, portalChanges);
        const screenOfSubject: Pick<Subject, 'wrap' | 'performEvent' | 'checkScreen'> = {
          wrap: (step) => act(step),
          performEvent: async (event) => {
            const gesture = gestures[event.type] ?? COMMON_GESTURES[event.type];
            if (!gesture) throw new Error(`No control causes "${event.type}"`);
            await gesture(page, event, language);
            await act(settle);
          },
          checkScreen: async (snapshot) => {
            if (snapshot.status !== 'active') return;
            if (snapshot.hasTag('busy')) await act(waitForNextTask);
            expectTextsAndTitle();
            expectPrevDisabledUnlessBack(page, snapshot, Object.keys(gestures));
            for (const state of innermostStatesOf(snapshot)) {
              const expectScreen = shows[state];
              if (!expectScreen) throw new Error(`No expectation for the screen of "${state}"`);
              expectScreen(page, snapshot);
            }
          },
        };
        await walk(path, {
          ...running,
          recorder,
          secrets,
          project,
          ...screenOfSubject,
        } as unknown as Subject);
      });
    });
  }

  it(`${machine.id}: the view causes or shows every transition that a view can cause or show`, () => {
    for (const record of transitionsOf(machine)) {
      if (!transitionsOutsideView.includes(transitionLine(record))) continue;
      writeTrace('walk', { machine: machine.id, kind: 'notSentByView', id: record.id });
    }
    expect(recorder.missingTransitions(machine)).toEqual(transitionsOutsideView);
  });
}

/** Starts a flow with scripted ports, and renders its view. */
export async function openFlow<Machine extends AnyStateMachine>(
  machine: Machine,
  View: FlowView<Machine>,
  input: InputFrom<Machine>,
  {
    language = 'ko',
    recorder,
    ...changes
  }: Partial<PortalInput> & { language?: MessageLanguage; recorder?: Recorder } = {},
): Promise<Scripted<Machine> & Page> {
  const running = start(machine, input, recorder);
  return { ...running, ...(await showFlow(View, running.actor, language, changes)) };
}

/** Expects that a problem is announced, with the focus in the field, and announced again when the same form is submitted again. */
export async function expectAnnouncedAgain(
  page: Page,
  field: HTMLInputElement,
  problem: MessageKey,
  submit: MessageKey = 'action.login',
): Promise<void> {
  await page.press(submit);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe(page.text(problem));
  expect(document.activeElement).toBe(field);
  const announcedTexts: string[] = [];
  const observer = new MutationObserver((records) =>
    announcedTexts.push(
      ...records.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? '')),
    ),
  );
  observer.observe(alert, { childList: true, subtree: true });
  await page.press(submit);
  await act(settle);
  observer.disconnect();
  expect(announcedTexts).toEqual([page.text(problem)]);
  expect(document.activeElement).toBe(field);
}
