import { actChosen } from './acting.ts';
import { brokenAt, failedAt, ifSignedOut, outputOf } from './answers.ts';
import type { Args } from './desk.setup.ts';
import type { AuditFields } from './desk.types.ts';

type Submitted = { readonly event: { readonly filter: AuditFields } };

/** What has happened, by person, service, network and time; the newest first. */
export const audit = {
  description: 'Shows what has happened, and what is looked for in it.',
  initial: 'asking',
  exit: 'clearFailure',
  on: {
    'filter.submitted': {
      target: '.asking',
      actions: { type: 'setFilter', params: ({ event }: Submitted) => event.filter },
    },
    'act.chosen': actChosen,
  },
  states: {
    asking: {
      description: 'Asks for the newest events.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'readAudit',
        src: 'readAudit',
        input: ({ context }: Args) => ({ filter: context.filter, after: null }),
        onDone: [
          ifSignedOut,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'setEvents', params: outputOf },
          },
          failedAt('unasked'),
        ],
        onError: brokenAt('unasked'),
      },
    },
    shown: {
      description: 'Shows the events.',
      on: { 'more.asked': { guard: 'hasMoreEvents', target: 'adding' } },
    },
    adding: {
      description: 'Asks for earlier events.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'readAudit',
        src: 'readAudit',
        input: ({ context }: Args) => ({ filter: context.filter, after: context.moreEvents }),
        onDone: [
          ifSignedOut,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'addEvents', params: outputOf },
          },
          failedAt('unasked'),
        ],
        onError: brokenAt('unasked'),
      },
    },
    unasked: {
      description: 'Says why there are no events. The person can retry.',
      on: { 'desk.retry': 'asking' },
    },
  },
} as const;
