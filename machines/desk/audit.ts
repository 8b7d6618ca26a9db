import { actChosen } from './acting.ts';
import { failureTransition, ifSignedOut, outputOf, unexpectedTransition } from './answers.ts';
import type { Args } from './desk.setup.ts';
import type { AuditFields } from './desk.types.ts';

type FilterArgs = { readonly event: { readonly filter: AuditFields } };

/** The audit screen, with a filter; the newest events first. */
export const audit = {
  description: 'Shows the audit and its filter.',
  initial: 'loading',
  exit: 'clearFailure',
  on: {
    'filter.submitted': {
      target: '.loading',
      actions: { type: 'setFilter', params: ({ event }: FilterArgs) => event.filter },
    },
    'act.chosen': actChosen,
  },
  states: {
    loading: {
      description: 'Loads the newest events.',
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
          failureTransition('failed'),
        ],
        onError: unexpectedTransition('failed'),
      },
    },
    shown: {
      description: 'Shows the events.',
      on: { 'more.requested': { guard: 'hasMoreEvents', target: 'loadingMore' } },
    },
    loadingMore: {
      description: 'Loads earlier events.',
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
          failureTransition('failed'),
        ],
        onError: unexpectedTransition('failed'),
      },
    },
    failed: {
      description: 'Shows why no events could be loaded. The person can retry.',
      on: { 'desk.retry': 'loading' },
    },
  },
} as const;
