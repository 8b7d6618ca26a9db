import type { PluginOption } from 'vite';
import type { ActorRef, AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Catalogues, Language, Words } from '#atlas/words/types.ts';

/** A running root machine. */
export type RootActor = ActorRef<AnyMachineSnapshot, never> & AnyActorRef;

/** A text in both languages. */
export type LocalizedText = Readonly<Record<Language, string>>;

/** An event on a path with its receiver: the root machine, a flow, or a flow inside a flow (`second/push`). */
export type PathEvent = { readonly to: string; readonly event: AnyEventObject };

/** A moment on a path, by indexes: the moment before, the event, the set of active states; -1 at the start. */
export type AtlasMoment = readonly [before: number, pathEvent: number, activeStates: number];

/** One appearance of a state's screen: a moment at which the state is active. */
export type Variant = {
  /** A hash of its values; part of a link. */
  readonly id: string;
  readonly moment: number;
  /** The values that distinguish it from the other variants of the state. */
  readonly values: readonly string[];
};

/** The refusals of a port that lead into a state. */
export type Refusals = {
  readonly port: string;
  /** The moment before the answer. */
  readonly moment: number;
  /** Index of an answer with one of the codes. */
  readonly pathEvent: number;
  readonly codes: readonly string[];
};

export type AtlasState = {
  readonly variants: readonly Variant[];
  readonly refusals: readonly Refusals[];
};

/** The screens of a project and the paths to them. */
export type ScreensData = {
  /** Id of the root machine, which runs the others. */
  readonly root: string;
  /** The input of the root machine. */
  readonly start: unknown;
  readonly states: Readonly<Record<string, AtlasState>>;
  readonly pathEvents: readonly PathEvent[];
  readonly activeStates: readonly (readonly string[])[];
  readonly moments: readonly AtlasMoment[];
  /** The message keys on the screens of each state, each with the first variant that shows it. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Meanings of the error codes of the server. */
  readonly codes: Readonly<Record<string, string>>;
  /** Addresses as a person types them, with the state that each opens. */
  readonly routes: Readonly<Record<string, string>>;
  /** States without a screen, with the reason. */
  readonly statesWithoutScreen: Readonly<Record<string, LocalizedText>>;
  /** Message keys of the texts on no screen, by reason. */
  readonly textsWithoutScreen: readonly {
    readonly reason: LocalizedText;
    readonly keys: readonly string[];
  }[];
  /** Calls of the server by machine and port, such as `POST /authenticate`. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

/** The screens of a project; without them the atlas has only charts and words. */
export type ScreensConfig = {
  /** Finds the screens, in Node.js, when the site is built. */
  readonly read: (machines: readonly ChartMachine[], texts: Catalogues) => Promise<ScreensData>;
  /** Module whose default export is a `ScreenRenderer`; relative to the project. */
  readonly renderer: string;
  /** Module whose default export is a `ValueTexts`; relative to the project. */
  readonly values: string;
  /** Build options of these modules. */
  readonly build?: () => Promise<{
    readonly plugins?: readonly PluginOption[];
    readonly alias?: Readonly<Record<string, string>>;
    /** The browsers that the site is built for. */
    readonly targets?: readonly string[];
  }>;
};

/** Renders screens in the browser: the only part that depends on the framework of the project. */
export type ScreenRenderer = {
  /** The root machine with all flows provided, and ports without effect. */
  readonly machine: () => Promise<AnyStateMachine>;
  /** The input of the root machine in a language. */
  readonly inputFor: (start: unknown, language: Language) => unknown;
  /** The time that a screen shows after a path, in epoch milliseconds. */
  readonly timeOf: (path: readonly PathEvent[]) => number;
  /** Called when the root machine has started, before the first event. */
  readonly onStart: (root: RootActor) => void;
  /** Renders a running root machine. @returns a function that removes it */
  readonly render: (element: HTMLElement, root: RootActor, language: Language) => Promise<() => void>;
  /** The events that may come next: answers of ports, timers. */
  readonly eventsOn: (machine: AnyStateMachine, snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];
  /** Machines that run in the background of every screen. */
  readonly background: readonly string[];
  /** Machines whose next events "Try it" does not offer. */
  readonly withoutChoices: readonly string[];
};

/** The data from which the labels of values are made. */
export type TextSources = {
  readonly texts: Catalogues;
  readonly codes: Readonly<Record<string, string>>;
  readonly words: Words;
};

/** The texts of values and answers of a project. */
export type ValueTexts = {
  /** Label of a variant by its values; empty for the default one. */
  readonly variantText: (values: readonly string[], language: Language, sources: TextSources) => string;
  /** Label of an event by its values. */
  readonly pathEventText: (pathEvent: PathEvent, language: Language, sources: TextSources) => string;
  /** The same answer of a port with another error code; null when it is no refusal. */
  readonly refusedWith: (event: AnyEventObject, code: string) => AnyEventObject | null;
  /** Message key of an error code; empty where there is none. */
  readonly codeKey: (code: string) => string;
  /** Whether the server is likely to refuse a port of a flow with this code. */
  readonly isLikely: (flow: string, port: string, code: string) => boolean;
  readonly tagText: (tag: string, language: Language) => string;
};
