import type { PluginOption } from 'vite';
import type { ActorRef, AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Catalogues, Language, Words } from '#atlas/words/types.ts';

/** A running root machine. */
export type RootActor = ActorRef<AnyMachineSnapshot, never> & AnyActorRef;

/** A text in both languages. */
export type LocalizedText = Readonly<Record<Language, string>>;

/** An event on a path. `to` is the receiver: the id of the root machine, a flow, or a flow inside a flow such as `second/push`. */
export type PathEvent = { readonly to: string; readonly event: AnyEventObject };

/** A moment on a path: the indexes of the moment before, of the event, and of the active states; -1 for none, at the start. */
export type AtlasMoment = readonly [before: number, pathEvent: number, activeStates: number];

/** A variant: one appearance of a state's screen. */
export type Variant = {
  /** A hash of the values, used in links. */
  readonly id: string;
  /** Index of a moment at which the screen has this appearance. */
  readonly moment: number;
  /** The values that distinguish this variant from the other variants of the state. */
  readonly values: readonly string[];
};

/** The refusals of a port after which a state is active. */
export type Refusals = {
  readonly port: string;
  /** Index of the moment before the port answers. */
  readonly moment: number;
  /** Index of an event with a refused answer of the port. */
  readonly pathEvent: number;
  /** The error codes with which the answer leads into the state. */
  readonly codes: readonly string[];
};

/** The screens of a state. */
export type AtlasState = {
  readonly variants: readonly Variant[];
  readonly refusals: readonly Refusals[];
};

/** The screens of a project and the paths to them. */
export type ScreensData = {
  /** Id of the root machine, which invokes the other machines. */
  readonly root: string;
  /** The input of the root machine. */
  readonly start: unknown;
  readonly states: Readonly<Record<string, AtlasState>>;
  readonly pathEvents: readonly PathEvent[];
  readonly activeStates: readonly (readonly string[])[];
  readonly moments: readonly AtlasMoment[];
  /** For each state, the message keys of the texts on its screens, each with the id of the first variant that shows the text. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Meanings of the error codes of the server. */
  readonly codes: Readonly<Record<string, string>>;
  /** Addresses of screens, each with the id of the state that it opens. */
  readonly routes: Readonly<Record<string, string>>;
  /** The reasons why states have no screen, by the ids of the states. */
  readonly statesWithoutScreen: Readonly<Record<string, LocalizedText>>;
  /** Message keys of the texts that no screen shows, with the reasons. */
  readonly textsWithoutScreen: readonly {
    readonly reason: LocalizedText;
    readonly keys: readonly string[];
  }[];
  /** Calls that ports make to the server, such as `POST /authenticate`, by machine and port. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

/** The configuration of screens. A project without this configuration has an atlas with only charts and words. */
export type ScreensConfig = {
  /** Finds the screens. It runs in Node.js when the atlas is built. */
  readonly read: (machines: readonly ChartMachine[], texts: Catalogues) => Promise<ScreensData>;
  /** Path of a module whose default export is a `ScreenRenderer`, relative to the project's folder. */
  readonly renderer: string;
  /** Path of a module whose default export is a `ValueTexts`, relative to the project's folder. */
  readonly values: string;
  /** Returns options for the build of these modules. */
  readonly build?: () => Promise<{
    readonly plugins?: readonly PluginOption[];
    readonly alias?: Readonly<Record<string, string>>;
    /** The browsers for which the site is built. */
    readonly targets?: readonly string[];
  }>;
};

/** Renders screens in the browser. Only this part of the atlas depends on the user-interface framework of the project. */
export type ScreenRenderer = {
  /** Returns the root machine with all its flows, and with ports that do nothing. */
  readonly machine: () => Promise<AnyStateMachine>;
  /** Returns the input of the root machine for a language. */
  readonly inputFor: (start: unknown, language: Language) => unknown;
  /** Returns the current time for the screen at the end of a path, in epoch milliseconds. */
  readonly timeOf: (path: readonly PathEvent[]) => number;
  /** Called when the root machine has started, before its first event. */
  readonly onStart: (root: RootActor) => void;
  /** Renders the screen of the running root machine. Returns a function that removes the screen. */
  readonly render: (element: HTMLElement, root: RootActor, language: Language) => Promise<() => void>;
  /** Returns the events that a machine can receive next: its own events, answers of ports, and ends of timers. */
  readonly eventsOn: (machine: AnyStateMachine, snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];
  /** Names of flows that run in the background of every screen. */
  readonly background: readonly string[];
  /** Names of machines whose next events the page "Try it" does not offer. */
  readonly withoutChoices: readonly string[];
};

/** The texts from which the labels of values are made. */
export type TextSources = {
  readonly texts: Catalogues;
  readonly codes: Readonly<Record<string, string>>;
  readonly words: Words;
};

/** Functions that return labels for the values and answers of a project. */
export type ValueTexts = {
  /** Returns the label of a variant with the given values; empty for the default variant. */
  readonly variantText: (values: readonly string[], language: Language, sources: TextSources) => string;
  /** Returns the label of the values of an event. */
  readonly pathEventText: (pathEvent: PathEvent, language: Language, sources: TextSources) => string;
  /** Returns a refused answer of a port with another error code; null when the event is not a refused answer. */
  readonly refusedWith: (event: AnyEventObject, code: string) => AnyEventObject | null;
  /** Returns the message key of an error code; empty when the error code has no message. */
  readonly codeKey: (code: string) => string;
  /** Whether the server is likely to refuse the call of a port with an error code. */
  readonly isLikely: (flow: string, port: string, code: string) => boolean;
  /** Returns the label of a tag. */
  readonly tagText: (tag: string, language: Language) => string;
};
