import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { LazyFlow } from './flows.ts';
import { portalSetup } from './portal.setup.ts';

type StateConfig = Parameters<typeof portalSetup.createStateConfig>[0];
/** The items of an array type; any other type is unchanged. */
type Single<Value> = Value extends readonly (infer Item)[] ? Item : Value;
/** The part of a state that invokes a flow. */
type Invoke<Flow extends LazyFlow> = Extract<
  Single<NonNullable<StateConfig['invoke']>>,
  { readonly src: Flow }
>;
type Described = { readonly description: string };

/** A flow that cleans up before the person leaves it, for example withdraws a push. */
type FlowWithCleanup = 'push' | 'second-factor';

type ScreenBase = Described &
  Pick<StateConfig, 'entry' | 'exit'> & {
    readonly meta: NonNullable<StateConfig['meta']>;
    /** The state in which the flow runs. */
    readonly running: Described & Pick<StateConfig, 'entry' | 'always' | 'on' | 'initial' | 'states'>;
  };

/** The configuration of a screen whose flow is loaded in a separate chunk. */
type LazyScreen<Flow extends LazyFlow> = ScreenBase & {
  readonly input?: Invoke<Flow>['input'];
  readonly onDone: NonNullable<Invoke<Flow>['onDone']>;
};

/** The configuration of the screen of a method. */
type MethodScreen<Flow extends LazyFlow> = Omit<ScreenBase, 'meta'> & {
  readonly input: NonNullable<Invoke<Flow>['input']>;
};

/** The transition of every screen of a sign-in: the person declines the request (rule 279). */
export const DECLINE = {
  'request.decline': {
    guard: 'hasRequest',
    target: '#portal.return-to-service',
    actions: 'declineRequest',
  },
} as const;

/** The states before the chunk of a flow has loaded. */
const loadingStates = (flow: LazyFlow) => ({
  loading: portalSetup.createStateConfig({
    description: 'Loads the code of this screen.',
    tags: ['busy'],
    invoke: { id: 'load', src: 'load', input: { flow }, onDone: 'running', onError: 'unloaded' },
  }),
  unloaded: portalSetup.createStateConfig({
    description: 'The code could not be loaded. The person can retry.',
    tags: ['unloaded'],
    on: { 'load.retry': 'loading' },
  }),
});

/**
 * The states in which a flow runs, and cleans up after another address was requested. The portal opens that address
 * when the flow has ended (rule 84).
 */
export const leavingStates = (flow: FlowWithCleanup) => ({
  staying: portalSetup.createStateConfig({
    description: 'The flow is running.',
    on: {
      'route.requested': {
        target: 'leaving',
        actions: [
          { type: 'setRoute', params: ({ event }) => event.address },
          { type: 'requestLeave', params: flow },
        ],
      },
    },
  }),
  leaving: portalSetup.createStateConfig({
    description: 'Another screen was requested: it follows after the flow has cleaned up.',
    meta: { isTransient: true, keepsAddress: true },
    on: { 'route.requested': { actions: { type: 'setRoute', params: ({ event }) => event.address } } },
  }),
});

const screenState = <Flow extends LazyFlow, Ending extends object>(
  flow: Flow,
  { description, meta, entry = [], exit = [], running }: ScreenBase,
  ending: Ending,
) => ({
  description,
  meta,
  entry,
  exit,
  initial: 'loading' as const,
  states: {
    ...loadingStates(flow),
    running: { ...running, invoke: { id: flow, src: flow, ...ending } },
  },
});

/** An unexpected failure opens the error page. */
const UNEXPECTED_END = {
  target: '#portal.error-page',
  actions: { type: 'setErrorReason', params: '' },
} as const;

/** A screen whose flow is in a separate chunk. The chunk is fetched, then the flow runs until it ends. */
export const lazyScreen = <Flow extends LazyFlow, Failed = typeof UNEXPECTED_END>(
  flow: Flow,
  { input, onDone, ...base }: LazyScreen<Flow>,
  onError: Failed | typeof UNEXPECTED_END = UNEXPECTED_END,
) => screenState(flow, base, { input, onDone, onError });

/** A screen of a sign-in. */
export const signInScreen = <Flow extends LazyFlow>(flow: Flow, screen: LazyScreen<Flow>) => ({
  ...lazyScreen(flow, screen),
  on: DECLINE,
});

/** The end of a method's flow: the state `afterMethod` handles the outcome. */
export const METHOD_END = {
  target: '#portal.afterMethod',
  actions: {
    type: 'setOutcome',
    params: ({ event }: { readonly event: { readonly output: MethodOutcome } }) => event.output,
  },
} as const;

/** Address and title of the screen of a method. */
export const METHOD_META = { path: '/first/auth?type={code}', title: 'title.method.{code}' };

/** The screen of a method of the first step. */
export const methodScreen = <Flow extends LazyFlow>(
  flow: Flow,
  { input, entry = 'dropOtherPending', ...base }: MethodScreen<Flow>,
) => ({
  ...screenState(
    flow,
    { ...base, entry, meta: METHOD_META },
    { input, onDone: METHOD_END, onError: UNEXPECTED_END },
  ),
  on: DECLINE,
});
