/**
 * The kind of trigger of a transition. `event`: an event; `delay`: a timer; `done`: an actor or a state that has ended; `error`: an actor
 * that has failed; `always`: no trigger.
 */
export type TransitionKind = 'event' | 'delay' | 'done' | 'error' | 'always';

/** A guard or an action. */
export type NamedRule = {
  readonly name: string;
  /** The constant parameter as text; null when there is no constant parameter. */
  readonly params: string | null;
  /** The source text of a computed parameter; absent when there is no computed parameter. */
  readonly paramsSource?: string;
};

/** A state of a machine as plain data. */
export type ChartState = {
  /** The id that `stateIdOf` returns. It is stable, and unique among the states of all machines. */
  readonly id: string;
  /** Id of the parent state; null for the machine itself. */
  readonly parent: string | null;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Id of the initial child state; null when the state has no child states, or when all child states are active (parallel). */
  readonly initial: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Address of the screen (`meta.path`). */
  readonly path: string | null;
  /** Message key of the title of the screen (`meta.title`). */
  readonly title: string | null;
  /** Invoked actors. A `flow` is another machine of the project; a `port` is any other actor, such as a call of a server. */
  readonly invokes: readonly { readonly id: string; readonly kind: 'port' | 'flow' }[];
  readonly entry: readonly NamedRule[];
  readonly exit: readonly NamedRule[];
};

/** A transition of a machine as plain data. */
export type ChartTransition = {
  /** The id that `transitionId` returns. Traces of running machines contain the same ids. */
  readonly id: string;
  /** Id of the state that has the transition. */
  readonly source: string;
  /** Ids of the states that the transition enters; empty when the machine stays in its state. */
  readonly targets: readonly string[];
  readonly kind: TransitionKind;
  /** The name of the event or the delay, or the id of the actor or state that has ended or failed; empty for `always`. */
  readonly name: string;
  /** The delay in milliseconds; null for other triggers, and when the machine computes the delay. */
  readonly ms: number | null;
  readonly guard: NamedRule | null;
  readonly actions: readonly NamedRule[];
  readonly reenter: boolean;
};

/** A machine as plain data, from which charts, comparisons and coverage reports are made. */
export type ChartMachine = {
  readonly id: string;
  /** The states in the order of the source. The first entry is the machine itself. */
  readonly states: readonly ChartState[];
  /** The transitions in the order of the states. The transitions of a state are in the order in which XState tries them. */
  readonly transitions: readonly ChartTransition[];
  /** Source texts of guards, actions and delays by kind and name: `guard isBlank`, `action setBlankProblem`, `delay timeout`. */
  readonly rules: Readonly<Record<string, string>>;
  /**
   * The ids of the states on configured main paths, by the id of the machine or the parent state. The states of a main path are the
   * middle column of the chart, from top to bottom. A main path that is not configured is computed.
   */
  readonly mainPaths: Readonly<Record<string, readonly string[]>>;
};
