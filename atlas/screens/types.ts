import type { PluginOption } from 'vite';
import type { ActorRef, AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Catalogues, Language, Words } from '#atlas/words/types.ts';

/** A running root machine. */
export type RootActor = ActorRef<AnyMachineSnapshot, never> & AnyActorRef;

/** A sentence in both languages. */
export type LocalizedText = { readonly ko: string; readonly en: string };

/**
 * Something that happens: to the root machine itself, to the flow whose screen is on, or, as `second/push`, to the
 * flow inside that flow.
 */
export type PathEvent = { readonly to: string; readonly event: AnyEventObject };

/** A moment on a path: [the moment before, what happened, where everything is]; -1 before the start. */
export type AtlasMoment = readonly [before: number, pathEvent: number, place: number];

/** A variant of a state: a moment at which it is active, distinguished from the others by its values. */
export type Variant = {
  /** Stays the same as long as the values do: part of a link. */
  readonly id: string;
  readonly moment: number;
  /** The values that distinguish it from the other looks of the state. */
  readonly values: readonly string[];
};

/** A failure by which the state is entered: every code of the catalogue may be in its answer. */
export type Refusals = {
  readonly port: string;
  /** The moment at which the answer comes. */
  readonly moment: number;
  /** The answer with one code as an example of all. */
  readonly pathEvent: number;
  readonly codes: readonly string[];
};

export type AtlasState = {
  readonly variants: readonly Variant[];
  readonly refusals: readonly Refusals[];
};

/** Messages of a live screen to the page around it. */
export type TryState = {
  readonly kind: 'atlas.try';
  /** Ids of the states that are active. */
  readonly place: readonly string[];
  /** Everything that has happened, in its order. */
  readonly pathEvents: readonly PathEvent[];
  /** What the world may do now. */
  readonly choices: readonly PathEvent[];
};

/** The screens of a project, and by what each is reached. */
export type ScreensData = {
  /** The machine that runs the others, without its input. */
  readonly root: string;
  readonly start: unknown;
  readonly states: Readonly<Record<string, AtlasState>>;
  readonly pathEvents: readonly PathEvent[];
  readonly places: readonly (readonly string[])[];
  readonly moments: readonly AtlasMoment[];
  /** Message keys on the screens of each state, with the look that shows a key first. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Meanings of the codes by which a server refuses. */
  readonly codes: Readonly<Record<string, string>>;
  /** Routes as they are typed, with the state to which they lead. */
  readonly routes: Readonly<Record<string, string>>;
  /** States on no screen, with the reason. */
  readonly statesWithoutScreen: Readonly<Record<string, LocalizedText>>;
  /** Texts on no screen, with the reason. */
  readonly textsWithoutScreen: Readonly<Record<string, LocalizedText>>;
  /** Calls of the server by machine and port, as `POST /authenticate`. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

/** How the atlas gets at the screens of a project; without it there are charts and words alone. */
export type ScreensConfig = {
  /** Finds the screens; in Node, when the site is built. */
  readonly read: (machines: readonly ChartMachine[], texts: Catalogues) => Promise<ScreensData>;
  /** Forgets what `read` keeps for the next build. */
  readonly forget?: () => Promise<void>;
  /** Module whose default export is a `ScreenRenderer`; relative to the project. */
  readonly renderer: string;
  /** Module whose default export is a `ValueTexts`; relative to the project. */
  readonly values: string;
  /** What these modules are built with. */
  readonly build?: () => Promise<{
    readonly plugins?: readonly PluginOption[];
    readonly alias?: Readonly<Record<string, string>>;
    /** The browsers that the site is built for. */
    readonly targets?: readonly string[];
  }>;
};

/** Shows screens, in the browser: the only part that knows what they are drawn with. */
export type ScreenRenderer = {
  /** The machine that runs the others, with all of them in place and no port that reaches anything. */
  readonly machine: () => Promise<AnyStateMachine>;
  /** The machine's input. */
  readonly inputFor: (start: unknown, language: Language) => unknown;
  /** The machine runs, and nothing has happened to it yet. */
  readonly begun: (root: RootActor) => void;
  /** Draws a running machine. Returns what takes it away. */
  readonly draw: (element: HTMLElement, root: RootActor, language: Language) => Promise<() => void>;
  /** What may happen to a machine next: answers of its ports, times that run out. */
  readonly eventsOn: (root: AnyStateMachine, snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];
  /** Machines that run in the background of every screen. */
  readonly background: readonly string[];
  /** Machines whose next events are not offered. */
  readonly quiet: readonly string[];
};

/** What the texts of values are made of. */
export type TextSources = {
  readonly texts: Catalogues;
  readonly codes: Readonly<Record<string, string>>;
  readonly words: Words;
};

/** A filter of the looks, such as one by the method of a sign-in. */
export type Filter = {
  readonly id: string;
  readonly name: LocalizedText;
  /** The answers to choose from, with their names. */
  readonly answers: (sources: TextSources) => readonly (readonly [answer: string, name: LocalizedText])[];
  /** Whether a look of a state passes with this answer. @param path what has led to it @param place where everything is */
  readonly passes: (
    answer: string,
    look: {
      readonly state: string;
      readonly variant: Variant;
      readonly path: readonly PathEvent[];
      readonly place: readonly string[];
      /** Message keys of the screens of the state. */
      readonly keys: readonly string[];
    },
    sources: TextSources,
  ) => boolean;
};

/** What values and answers mean to a person. */
export type ValueTexts = {
  /** The words that distinguish a look from the others of its state; empty for the plain one. */
  readonly lookText: (values: readonly string[], language: Language, sources: TextSources) => string;
  /** Label of an event: the values that distinguish it from others. */
  readonly pathEventText: (pathEvent: PathEvent, language: Language, sources: TextSources) => string;
  /** The same answer of a port as a refusal with this code; null when it is no refusal. */
  readonly refusedWith: (event: AnyEventObject, code: string) => AnyEventObject | null;
  /** Message key of the sentence for a code; empty where there is none. */
  readonly codeKey: (code: string) => string;
  /** Whether the server answers with a code to what a port of a flow asks; any other is shown if it comes. */
  readonly isLikely: (flow: string, port: string, code: string) => boolean;
  readonly tagText: (tag: string, language: Language) => string;
  readonly filters: readonly Filter[];
};
