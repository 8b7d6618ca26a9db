import { assertEvent, assign, setup } from 'xstate';
import {
  checkboxesTransition,
  dismissTransition,
  INITIAL_LOGIN_CONTEXT,
  loginActions,
  loginGuards,
  loginPorts,
  loginState,
  type MethodContext,
  type MethodEvent,
  type MethodInput,
  type MethodTag,
} from '#machines/shared/login.ts';
import { type MethodOutcome, requireOutcome } from '#machines/shared/outcome.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export type EmergencyInput = MethodInput;

export type EmergencyEvent =
  | MethodEvent
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' };

type EmergencyContext = MethodContext & { readonly problem: 'info.enter.otp.alert' | null };

type ActionArgs = { readonly context: EmergencyContext; readonly event: EmergencyEvent };

/** The temporary code that an administrator issues (spec section 2, "Emergency-code screen"). */
export const emergencyMachine = setup({
  types: {
    context: {} as EmergencyContext,
    events: {} as EmergencyEvent,
    input: {} as EmergencyInput,
    output: {} as MethodOutcome,
    tags: {} as MethodTag,
  },
  actors: loginPorts('emergency'),
  guards: { ...loginGuards, isBlank: (_: unknown, code: string) => code.trim() === '' },
  actions: {
    ...loginActions<EmergencyContext, EmergencyEvent>(),
    setBlankProblem: assign({ problem: 'info.enter.otp.alert' as const }),
    clearProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'emergency',
  context: ({ input }) => ({ ...input, ...INITIAL_LOGIN_CONTEXT, problem: null }),
  initial: 'entering',
  output: ({ context }) => requireOutcome(context),
  on: { 'boxes.changed': checkboxesTransition },
  states: {
    entering: {
      description: 'Waits for the temporary code.',
      on: {
        'code.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.code }, actions: 'setBlankProblem' },
          { target: 'checking', actions: 'clearProblem' },
        ],
        'code.edited': { actions: 'clearProblem' },
        'method.change': {
          guard: 'hasOtherMethods',
          target: 'done',
          actions: { type: 'end', params: { reason: 'other' } },
        },
      },
    },
    checking: loginState({
      description: 'The server checks the code and finishes the login.',
      proofOf: ({ event }: ActionArgs) => {
        assertEvent(event, 'code.submitted');
        return { tokenCode: TYPE_CODES.emergency, secret: event.code.trim() };
      },
      done: '#emergency.done',
      refused: '#emergency.refused',
    }),
    refused: {
      description: 'A dialog says why the code was not accepted and what to do next.',
      ...dismissTransition('entering'),
    },
    done: { type: 'final' },
  },
});

export type EmergencyMachine = typeof emergencyMachine;
