/** The trigger of a transition: an event, a timer, an answer, a failure, or none (always). */
export type TransitionKind = 'event' | 'delay' | 'done' | 'error' | 'always';

/** A guard or an action by its name; `params` is the fixed parameter, if it has one. */
export type NamedRule = {
  readonly name: string;
  readonly params: string | null;
  /** Source text of a computed parameter; absent when the parameter is constant or missing. */
  readonly paramsSource?: string;
};

export type ChartState = {
  /** The machine's id and the keys down to the state, joined by dots: stable, and unique among all machines. */
  readonly id: string;
  /** Id of the state around it; null for the machine itself. */
  readonly parent: string | null;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Id of the state that is entered first; null when no state is, or when all are (parallel). */
  readonly initial: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Address of the screen (`meta.path`). */
  readonly path: string | null;
  /** Message key of the screen's title (`meta.title`). */
  readonly title: string | null;
  /** A flow is another machine; a port is an effect on the outside world. */
  readonly invokes: readonly { readonly id: string; readonly kind: 'port' | 'flow' }[];
  readonly entry: readonly NamedRule[];
  readonly exit: readonly NamedRule[];
};

export type ChartTransition = {
  /** Built by `transitionId`; recordings of running machines use the same ids. */
  readonly id: string;
  readonly source: string;
  /** Ids of the states that follow; empty when the machine stays where it is. */
  readonly targets: readonly string[];
  readonly kind: TransitionKind;
  /** The event, the delay, or the id of the port or flow that answered or failed; empty for `always`. */
  readonly name: string;
  /** The delay in milliseconds; null for other triggers, and when the machine computes it. */
  readonly ms: number | null;
  readonly guard: NamedRule | null;
  readonly actions: readonly NamedRule[];
  readonly reenter: boolean;
};

/** A machine as plain data, the source of every chart, diff and coverage report. */
export type ChartMachine = {
  readonly id: string;
  /** In the order of the source; the first is the machine itself. */
  readonly states: readonly ChartState[];
  /** By state, then in the order in which they are tried. */
  readonly transitions: readonly ChartTransition[];
  /** Source of its rules, by kind and name: `guard isBlank`, `action setBlankProblem`, `delay timeout`. */
  readonly rules: Readonly<Record<string, string>>;
  /**
   * The states on the main path, by the id of the machine or of the state that contains them. They are the middle column
   * of the chart, from top to bottom. Without an entry the path is computed.
   */
  readonly mainPaths: Readonly<Record<string, readonly string[]>>;
};
