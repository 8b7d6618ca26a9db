import type { Result } from '#machines/shared/result.ts';
import { brokenAt, failedAt, ifSignedOut, outputOf } from './answers.ts';
import type { Args } from './desk.setup.ts';
import type { ActName, ActOutcome, ActValues, Place } from './desk.types.ts';

type Chosen = { readonly event: { readonly act: ActName; readonly values: ActValues } };
type Confirmed = { readonly event: { readonly values: ActValues } };
type Done = { readonly event: { readonly output: Result<ActOutcome> } };

/** An act is chosen: it waits for its confirmation where the role allows it. */
export const actChosen = {
  guard: { type: 'mayDo', params: ({ event }: Chosen) => event.act },
  target: '#desk.working.acting',
  actions: { type: 'setDraft', params: ({ event }: Chosen) => event },
} as const;

const BACK = '#desk.working.entering';

const accountOf = ({ event }: Done): Place => ({
  screen: 'person',
  userId: event.output.ok && event.output.value.kind === 'account' ? event.output.value.userId : '',
});

/** One act at a time, whichever it is: what it does and on whom is data (`Draft`). */
export const acting = {
  description: 'Asks whether something shall be done, and does it.',
  initial: 'editing',
  states: {
    editing: {
      description: 'Says what will happen, and takes what the act needs. Nothing that was typed goes.',
      on: {
        'act.confirmed': [
          {
            guard: { type: 'lacksReason', params: ({ event }: Confirmed) => event.values },
            actions: [
              { type: 'setValues', params: ({ event }: Confirmed) => event.values },
              'setReasonProblem',
            ],
          },
          {
            target: 'sending',
            actions: { type: 'setValues', params: ({ event }: Confirmed) => event.values },
          },
        ],
        'act.cancelled': { target: BACK, actions: 'forgetDraft' },
      },
    },
    sending: {
      description: 'The server does it.',
      tags: 'busy',
      invoke: {
        id: 'performAct',
        src: 'performAct',
        input: ({ context: { draft, person, filter, file, session } }: Args) => {
          if (draft === null) throw new Error('No act waits');
          return { draft, person, filter, file, timeZone: session?.timeZone ?? 'UTC' };
        },
        onDone: [
          ifSignedOut,
          { guard: { type: 'isProofStale', params: outputOf }, target: 'proving' },
          {
            guard: { type: 'isIssued', params: outputOf },
            target: 'issued',
            actions: [{ type: 'setIssued', params: outputOf }, 'forgetDraft'],
          },
          {
            guard: { type: 'isAccount', params: outputOf },
            target: BACK,
            actions: [
              { type: 'setNews', params: outputOf },
              { type: 'setAccountPlace', params: outputOf },
              { type: 'keepPlace', params: accountOf },
              'forgetDraft',
            ],
          },
          {
            guard: { type: 'isOk', params: outputOf },
            target: BACK,
            actions: [{ type: 'setNews', params: outputOf }, 'forgetDraft'],
          },
          failedAt('editing'),
        ],
        onError: brokenAt('editing'),
      },
    },
    proving: {
      description: 'Leads to the portal, where the person signs in again, and back to this act.',
      entry: 'keepDraft',
      on: { 'act.cancelled': { target: BACK, actions: 'forgetDraft' } },
    },
    issued: {
      description: 'Shows once what was issued, or where it was sent.',
      exit: 'forgetIssued',
      on: { 'issued.closed': BACK },
    },
  },
} as const;
