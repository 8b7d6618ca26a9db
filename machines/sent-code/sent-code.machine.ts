import { assertEvent } from 'xstate';
import {
  checkboxesTransition,
  dismissTransition,
  INITIAL_LOGIN_CONTEXT,
  loginState,
} from '#machines/shared/login.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { delivery } from './delivery.ts';
import { type ActionArgs, sentCodeSetup } from './sent-code.setup.ts';

/** A code by SMS or mail: its delivery, its lifetime and its check (spec section 4, "OTP send flow"). */
export const sentCodeMachine = sentCodeSetup.createMachine({
  id: 'sent-code',
  context: ({ input }) => ({
    ...input,
    ...INITIAL_LOGIN_CONTEXT,
    isTokenGiven: input.sendToken !== '',
    isTokenFinal: input.sendToken !== '',
    hasRequested: false,
    channels: [],
    isSent: false,
    remaining: 0,
    problem: null,
    sendFailure: null,
  }),
  initial: 'working',
  output: ({ context }) => requireOutcome(context),
  on: { 'boxes.changed': checkboxesTransition },
  states: {
    working: {
      description: 'Sends a code and checks a typed code in parallel.',
      type: 'parallel',
      states: {
        delivery,
        proof: {
          description: 'The typed code.',
          initial: 'entering',
          states: {
            entering: {
              description: 'Waits for the code.',
              on: {
                'code.submitted': [
                  {
                    guard: { type: 'isBlank', params: ({ event }) => event.code },
                    actions: 'setBlankProblem',
                  },
                  { guard: { type: 'isNullText', params: ({ event }) => event.code } },
                  { target: 'checking', actions: 'clearProblem' },
                ],
                'code.edited': { actions: 'clearProblem' },
                'method.change': {
                  guard: 'hasOtherMethods',
                  target: '#sent-code.done',
                  actions: { type: 'end', params: { reason: 'other' } },
                },
              },
            },
            checking: loginState({
              description: 'The server checks the code and finishes the login.',
              proofOf: ({ context, event }: ActionArgs) => {
                assertEvent(event, 'code.submitted');
                return { tokenCode: context.tokenCode, secret: event.code.trim() };
              },
              done: '#sent-code.done',
              refused: '#sent-code.working.proof.refused',
            }),
            refused: {
              description: 'A dialog says why the code was not accepted and what to do next.',
              ...dismissTransition('entering'),
            },
          },
        },
      },
    },
    done: { type: 'final' },
  },
});

export type SentCodeMachine = typeof sentCodeMachine;
