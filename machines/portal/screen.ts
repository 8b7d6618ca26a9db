import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { LazyFlow } from './flows.ts';
import { portalSetup } from './portal.setup.ts';

type State = Parameters<typeof portalSetup.createStateConfig>[0];
type Single<Value> = Value extends readonly (infer Item)[] ? Item : Value;
type Invoke<Flow extends LazyFlow> = Extract<Single<NonNullable<State['invoke']>>, { readonly src: Flow }>;
type Described = { readonly description: string };

/** A flow that still has something to do on leaving, such as to withdraw a push. */
type ClearingFlow = 'push' | 'second-factor';

type Ground = Described &
  Pick<State, 'entry' | 'exit'> & {
    readonly meta: NonNullable<State['meta']>;
    /** The state in which the flow is on. */
    readonly running: Described & Pick<State, 'entry' | 'always' | 'on' | 'initial' | 'states'>;
  };

/** What a screen with a chunk of its own says of itself; the rest is the same for all of them. */
type Screen<Flow extends LazyFlow> = Ground & {
  readonly input?: Invoke<Flow>['input'];
  readonly onDone: NonNullable<Invoke<Flow>['onDone']>;
};

type MethodScreen<Flow extends LazyFlow> = Omit<Ground, 'meta'> & {
  readonly input: NonNullable<Invoke<Flow>['input']>;
};

/** The flow is fetched until the `load` port has put it in place. */
const loadingStates = (flow: LazyFlow) => ({
  loading: portalSetup.createStateConfig({
    description: 'Fetches the part of the portal that this screen needs.',
    tags: ['busy'],
    invoke: { id: 'load', src: 'load', input: { flow }, onDone: 'running', onError: 'unloaded' },
  }),
  unloaded: portalSetup.createStateConfig({
    description: 'That part did not arrive. The person can ask again.',
    tags: ['unloaded'],
    on: { 'load.retry': 'loading' },
  }),
});

/** Another address is asked for: the flow is told, and the portal follows when the flow has ended (decision 84). */
export const leavingStates = (flow: ClearingFlow) => ({
  staying: portalSetup.createStateConfig({
    description: 'The person is at it.',
    on: {
      'route.requested': {
        target: 'leaving',
        actions: [
          { type: 'noteRoute', params: ({ event }) => event.address },
          { type: 'askToLeave', params: flow },
        ],
      },
    },
  }),
  leaving: portalSetup.createStateConfig({
    description: 'Another screen was asked for: it follows when the flow has withdrawn what is under way.',
    meta: { isPassage: true, keepsAddress: true },
    on: { 'route.requested': { actions: { type: 'noteRoute', params: ({ event }) => event.address } } },
  }),
});

const screenOf = <Flow extends LazyFlow, Ending extends object>(
  flow: Flow,
  { description, meta, entry = [], exit = [], running }: Ground,
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

/** What nobody expected ends on the error page. */
const UNEXPECTED_END = {
  target: '#portal.error-page',
  actions: { type: 'noteErrorReason', params: '' },
} as const;

/** A screen whose flow comes in a chunk of its own: the flow is fetched, then runs until it ends. */
export const lazyScreen = <Flow extends LazyFlow, Failed = typeof UNEXPECTED_END>(
  flow: Flow,
  { input, onDone, ...ground }: Screen<Flow>,
  onError: Failed | typeof UNEXPECTED_END = UNEXPECTED_END,
) => screenOf(flow, ground, { input, onDone, onError });

/** What a method came to is read by `afterMethod`. */
export const METHOD_END = {
  target: '#portal.afterMethod',
  actions: {
    type: 'noteOutcome',
    params: ({ event }: { readonly event: { readonly output: MethodOutcome } }) => event.output,
  },
} as const;

export const METHOD_META = { path: '/first/auth?type={code}', title: 'title.method.{code}' };

/** The screen of a method of the first step. */
export const methodScreen = <Flow extends LazyFlow>(
  flow: Flow,
  { input, entry = 'dropForeignPending', ...ground }: MethodScreen<Flow>,
) =>
  screenOf(
    flow,
    { ...ground, entry, meta: METHOD_META },
    { input, onDone: METHOD_END, onError: UNEXPECTED_END },
  );
