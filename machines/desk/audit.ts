import { actChosen } from './acting.ts';
import { failureTransition, outputOf, signedOutTransition, unexpectedTransition } from './answers.ts';
import type { Args } from './desk.setup.ts';
import type { AuditFields } from './desk.types.ts';

type FilterArgs = { readonly event: { readonly filter: AuditFields } };

const searchTransitions = {
  'filter.submitted': {
    target: 'loading',
    actions: { type: 'setFilter', params: ({ event }: FilterArgs) => event.filter },
  },
  'act.chosen': actChosen,
} as const;

/** Input of the port `readExportPart`. */
function nextPartInput({ context: { auditExport } }: Args) {
  if (auditExport === null) throw new Error('There is no export');
  const { exportId, format, next } = auditExport;
  return { exportId, format, after: next };
}

/** The states of the audit screen, which has a filter and shows the newest events first. */
export const audit = {
  description: 'Shows the audit and its filter.',
  initial: 'loading',
  exit: 'clearFailure',
  states: {
    loading: {
      description: 'Loads the newest events.',
      tags: 'busy',
      on: { 'act.chosen': actChosen },
      entry: 'clearFailure',
      invoke: {
        id: 'readAudit',
        src: 'readAudit',
        input: ({ context }: Args) => ({ filter: context.filter, after: null }),
        onDone: [
          signedOutTransition,
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
      on: { ...searchTransitions, 'more.requested': { guard: 'hasMoreEvents', target: 'loadingMore' } },
    },
    loadingMore: {
      description: 'Loads earlier events.',
      tags: 'busy',
      on: searchTransitions,
      entry: 'clearFailure',
      invoke: {
        id: 'readAudit',
        src: 'readAudit',
        input: ({ context }: Args) => ({ filter: context.filter, after: context.nextEventsKey }),
        onDone: [
          signedOutTransition,
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
      on: { ...searchTransitions, 'desk.retry': 'loading' },
    },
    exporting: {
      description: 'Reads the next part of the export. The person can leave and come back.',
      entry: 'clearFailure',
      invoke: {
        id: 'readExportPart',
        src: 'readExportPart',
        input: nextPartInput,
        onDone: [
          signedOutTransition,
          {
            guard: { type: 'isLastPart', params: outputOf },
            target: 'loading',
            actions: [{ type: 'addPart', params: outputOf }, 'saveExport', 'setExportResult'],
          },
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'exporting',
            reenter: true,
            actions: { type: 'addPart', params: outputOf },
          },
          failureTransition('exportFailed'),
        ],
        onError: unexpectedTransition('exportFailed'),
      },
      on: { 'export.discarded': 'discarding' },
    },
    exportFailed: {
      description:
        'Shows why the export has stopped. The person can retry from the same part, or discard it.',
      on: { 'desk.retry': 'exporting', 'export.discarded': 'discarding' },
    },
    discarding: {
      description: 'Ends the export on the server. Without an answer, it expires there.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'endExport',
        src: 'endExport',
        input: ({ context }: Args) => ({ exportId: context.auditExport?.exportId ?? '' }),
        onDone: [signedOutTransition, { target: 'loading', actions: 'clearExport' }],
        onError: { target: 'loading', actions: 'clearExport' },
      },
    },
  },
} as const;
