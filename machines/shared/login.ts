import { type AnyEventObject, assign } from 'xstate';
import type { FlowType } from '#wire/runtime-config.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import type { Boxes } from './boxes.ts';
import type { LoginResult } from './domain.ts';
import { type MethodOutcome, outcomeOf } from './outcome.ts';
import { port } from './port.ts';
import { type Failure, failureOf, type Result, UNEXPECTED } from './result.ts';

/** Parameters of a login call, without the method proof. */
export type LoginParameters = {
  /** `only`: the login has one step; `first` and `second`: the steps of a login with two steps (rule 57). */
  readonly step: 'only' | 'first' | 'second';
  readonly clientId: string;
  /** The access token of the session. In the second step, the token that the first step returned (rule 58). */
  readonly accessToken: string;
  readonly type: FlowType;
  /** The environment of the portal (rule 71). */
  readonly mode: 'app' | 'web';
  /** Empty in an identity check, which has no policy. */
  readonly policyId: string;
  /** The URL that resumes the request (rule 74). */
  readonly redirect: string;
  /** In the second step: the check boxes of the first step, such as `YN` (rule 67); otherwise empty. */
  readonly firstFixed: string;
  /** The values that a screen without check boxes sends, so that the default method does not change (rule 61). */
  readonly fixed: Boxes;
};

/** The proof of a method, as rule 69 defines it. */
export type MethodProof = {
  readonly tokenCode: TypeCode;
  /** Password, code, push ID, QR ID or assertion. */
  readonly secret: string;
  /** The last polled state of a push or QR code; empty for every other method (rule 70). */
  readonly check?: string;
};

/** Input of the login ports. */
export type LoginCall = LoginParameters &
  MethodProof & { readonly userId: string; readonly boxes: Boxes | null };

/** Output of the login ports. */
export type LoginAnswer = Result<LoginResult>;

/** Input of every method flow. */
export type MethodInput = {
  readonly userId: string;
  readonly login: LoginParameters;
  /** Initial values of the check boxes; null for a screen without check boxes. */
  readonly boxes: Boxes | null;
  /** Whether the person can change to another method. */
  readonly hasOtherMethods: boolean;
};

/** Context shared by all method flows. */
export type MethodContext = MethodInput & {
  readonly failure: Failure | null;
  /** The outcome; null while the flow is running. */
  readonly outcome: MethodOutcome | null;
};

/** Events shared by all method flows. */
export type MethodEvent =
  | { readonly type: 'boxes.changed'; readonly boxes: Boxes }
  | { readonly type: 'method.change' }
  | { readonly type: 'failure.dismissed' };

/** Tags of all method flows. `proving`: the server verifies the proof, so the person must not change the method. */
export type MethodTag = 'busy' | 'proving';

/** Initial context shared by all method flows. */
export const INITIAL_LOGIN_CONTEXT = { failure: null, outcome: null } as const;

/** The login ports: `proveFirst` for the first of two steps; `logIn` for a second step, and for a login with one step. */
export const loginPorts = (flow: string) => ({
  /** POST /authenticate. */
  logIn: port<LoginAnswer, LoginCall>(`${flow}.logIn`),
  /** POST /login/oidc. */
  proveFirst: port<LoginAnswer, LoginCall>(`${flow}.proveFirst`),
});

type Args = { readonly context: MethodContext };

/** Guards shared by all method flows. */
export const loginGuards = {
  hasOtherMethods: ({ context }: Args) => context.hasOtherMethods,
  hasBoxes: ({ context }: Args) => context.boxes !== null,
  isFirstOfTwo: ({ context }: Args) => context.login.step === 'first',
  endsLogin: ({ context }: Args, answer: LoginAnswer) => outcomeOf(answer, context.login.policyId) !== null,
};

/** Actions shared by all method flows. */
export function loginActions<Context extends MethodContext, Event extends AnyEventObject>() {
  const assignChanges = <Params>(changes: (params: Params) => Partial<MethodContext>) =>
    assign<Context, Event, Params, Event, never>((_, params) => changes(params) as Partial<Context>);
  return {
    end: assignChanges((outcome: MethodOutcome) => ({ outcome })),
    endLogin: assign<Context, Event, LoginAnswer, Event, never>(
      ({ context }, answer) =>
        ({
          outcome: outcomeOf(answer, context.login.policyId),
        }) satisfies Partial<MethodContext> as Partial<Context>,
    ),
    setFailure: assignChanges((failure: Failure) => ({ failure })),
    clearFailure: assignChanges((_: undefined) => ({ failure: null })),
    /** 'Send Automatically' can be on only together with 'Always Use' (rule 77). */
    setBoxes: assignChanges((boxes: Boxes) => ({
      boxes: { ...boxes, alwaysSend: boxes.always && boxes.alwaysSend },
    })),
  };
}

type DoneArgs = { readonly event: { readonly output: LoginAnswer } };

/** Transitions after the answer of a login call; `done` and `refused` are the states that follow. */
const endTransitions = <Done extends string, Refused extends string>(done: Done, refused: Refused) =>
  ({
    onDone: [
      {
        guard: { type: 'endsLogin', params: ({ event }: DoneArgs) => event.output },
        target: done,
        actions: { type: 'endLogin', params: ({ event }: DoneArgs) => event.output },
      },
      {
        target: refused,
        actions: { type: 'setFailure', params: ({ event }: DoneArgs) => failureOf(event.output) },
      },
    ],
    onError: { target: refused, actions: { type: 'setFailure', params: UNEXPECTED } },
  }) as const;

/**
 * The state in which the server verifies a proof. It is followed by the state `done` with an outcome of the flow, or by
 * the state `refused`, whose dialog shows the failure.
 * @param proofOf reads the proof from the event that entered the state, or from the context
 */
export const loginState = <
  Args extends { readonly context: MethodContext },
  Done extends string,
  Refused extends string,
>({
  description,
  proofOf,
  done,
  refused,
}: {
  readonly description: string;
  readonly proofOf: (args: Args) => MethodProof;
  readonly done: Done;
  readonly refused: Refused;
}) => {
  const input = (args: Args): LoginCall => {
    const { login, userId, boxes } = args.context;
    return { ...login, ...proofOf(args), userId, boxes };
  };
  return {
    description,
    tags: ['busy', 'proving'],
    initial: 'choosing',
    states: {
      choosing: {
        description: 'Chooses the call, depending on whether the policy has a second step.',
        always: [{ guard: 'isFirstOfTwo', target: 'first' }, { target: 'completing' }],
      },
      first: {
        description: 'The first of two steps.',
        invoke: { id: 'proveFirst', src: 'proveFirst', input, ...endTransitions(done, refused) },
      },
      completing: {
        description: 'The call that ends the login.',
        invoke: { id: 'logIn', src: 'logIn', input, ...endTransitions(done, refused) },
      },
    },
  } as const;
};

/** Transition that stores the check boxes, which are sent with the next login call. */
export const checkboxesTransition = {
  guard: 'hasBoxes',
  actions: {
    type: 'setBoxes',
    params: ({ event }: { readonly event: { readonly boxes: Boxes } }) => event.boxes,
  },
} as const;

/** The transition that closes the dialog about a refused proof. */
export const dismissTransition = <Target extends string>(target: Target) =>
  ({ on: { 'failure.dismissed': { target, actions: 'clearFailure' } } }) as const;
