import type { Result } from '#machines/shared/result.ts';
import { failureTransition, outputOf, signedOutTransition, unexpectedTransition } from './answers.ts';
import type { Args } from './desk.setup.ts';
import type { ActName, ActOutcome, ActValues, DeskRoute } from './desk.types.ts';

type ActChosenArgs = { readonly event: { readonly act: ActName; readonly values: ActValues } };
type ConfirmArgs = { readonly event: { readonly values: ActValues } };
type ActDoneArgs = { readonly event: { readonly output: Result<ActOutcome> } };

/** Opens the dialog of an act, if the role allows it. */
export const actChosen = {
  guard: { type: 'isActAllowed', params: ({ event }: ActChosenArgs) => event.act },
  target: '#desk.working.acting',
  actions: { type: 'setDraft', params: ({ event }: ActChosenArgs) => event },
} as const;

/** The state that opens the screen of the route. */
const SHOWN_SCREEN = '#desk.working.entering';

/** The route to the account that an act has added or changed. */
const accountRouteOf = ({ event }: ActDoneArgs): DeskRoute => ({
  screen: 'person',
  userId: event.output.ok && event.output.value.kind === 'account' ? event.output.value.userId : '',
});

/** The states of the dialog that confirms and performs the act in `Draft`. */
export const acting = {
  description: 'Asks for confirmation of an act, and performs it.',
  initial: 'editing',
  states: {
    editing: {
      description: 'Describes the act, and waits for its input. Typed values are preserved.',
      on: {
        'act.confirmed': [
          {
            guard: { type: 'lacksReason', params: ({ event }: ConfirmArgs) => event.values },
            actions: [
              { type: 'setValues', params: ({ event }: ConfirmArgs) => event.values },
              'setReasonProblem',
            ],
          },
          {
            target: 'sending',
            actions: { type: 'setValues', params: ({ event }: ConfirmArgs) => event.values },
          },
        ],
        'act.cancelled': { target: SHOWN_SCREEN, actions: 'clearDraft' },
      },
    },
    sending: {
      description: 'The server performs the act.',
      tags: 'busy',
      invoke: {
        id: 'performAct',
        src: 'performAct',
        input: ({ context: { draft, person, filter, file, list, session } }: Args) => {
          if (draft === null) throw new Error('There is no draft');
          return { draft, person, filter, file, list, timeZone: session?.timeZone ?? 'UTC' };
        },
        onDone: [
          signedOutTransition,
          { guard: { type: 'isProofStale', params: outputOf }, target: 'reauthenticating' },
          {
            guard: { type: 'isIssued', params: outputOf },
            target: 'issued',
            actions: [{ type: 'setIssued', params: outputOf }, 'clearDraft'],
          },
          {
            guard: { type: 'isExportStarted', params: outputOf },
            target: SHOWN_SCREEN,
            actions: [{ type: 'setExport', params: outputOf }, 'clearDraft'],
          },
          {
            guard: { type: 'hasChangedAccount', params: outputOf },
            target: SHOWN_SCREEN,
            actions: [
              { type: 'setActResult', params: outputOf },
              { type: 'setAccountRoute', params: outputOf },
              { type: 'pushRoute', params: accountRouteOf },
              'clearDraft',
            ],
          },
          {
            guard: { type: 'isOk', params: outputOf },
            target: SHOWN_SCREEN,
            actions: [{ type: 'setActResult', params: outputOf }, 'clearDraft'],
          },
          failureTransition('editing'),
        ],
        onError: unexpectedTransition('editing'),
      },
    },
    reauthenticating: {
      description: 'Offers a new sign-in at the portal, which leads back to this act.',
      entry: 'storeDraft',
      on: { 'act.cancelled': { target: SHOWN_SCREEN, actions: 'clearDraft' } },
    },
    issued: {
      description: 'Shows the issued value once, or where it was sent.',
      exit: 'clearIssued',
      on: { 'issued.closed': SHOWN_SCREEN },
    },
  },
} as const;
