import type { Result } from '#machines/shared/result.ts';
import type { DeskJob } from '#wire/desk/job.ts';
import { actChosen } from './acting.ts';
import { failureTransition, outputOf, signedOutTransition, unexpectedTransition } from './answers.ts';
import type { Args } from './desk.setup.ts';
import type { ActName, BulkList, ImportFile } from './desk.types.ts';

type FileChosenArgs = { readonly event: { readonly file: ImportFile } };
type ActChosenArgs = { readonly event: { readonly act: ActName } };

const setJob = {
  type: 'setJob',
  params: ({ event }: { readonly event: { readonly output: Result<DeskJob> } }) => event.output,
} as const;

type ListSubmittedArgs = { readonly event: { readonly list: BulkList } };

const contentTransitions = {
  'file.chosen': {
    guard: { type: 'isActAllowed', params: 'importCheck' },
    target: '#desk.working.acting.sending',
    actions: [{ type: 'setFile', params: ({ event }: FileChosenArgs) => event.file }, 'setImportCheckDraft'],
  },
  'list.submitted': {
    guard: { type: 'isActAllowed', params: 'bulkCheck' },
    target: '#desk.working.acting.sending',
    actions: [{ type: 'setList', params: ({ event }: ListSubmittedArgs) => event.list }, 'setBulkCheckDraft'],
  },
} as const;

/**
 * The states of the screens of imports and bulk acts. A first job on the server checks the file or list, a second job
 * performs the import or the act.
 */
export const job = {
  description: 'Imports accounts from a file, or acts on everybody of a list.',
  initial: 'loading',
  exit: 'clearFailure',
  states: {
    loading: {
      description: 'Loads the last job.',
      tags: 'busy',
      invoke: {
        id: 'readJob',
        src: 'readJob',
        input: ({ context }: Args) => ({ of: context.route.screen === 'bulk' ? 'bulk' : 'import' }) as const,
        onDone: [
          signedOutTransition,
          { guard: { type: 'hasNoJob', params: outputOf }, target: 'empty' },
          {
            guard: { type: 'isJobRunning', params: outputOf },
            target: 'running',
            actions: [setJob, 'clearFailure'],
          },
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'finished',
            actions: [setJob, 'clearFailure'],
          },
          failureTransition('failed'),
        ],
        onError: unexpectedTransition('failed'),
      },
    },
    failed: {
      description: 'Shows why the job could not be loaded, and retries automatically.',
      after: { jobPause: 'loading' },
      on: { 'desk.retry': 'loading' },
    },
    empty: {
      description: 'Waits for a file or a list.',
      on: contentTransitions,
    },
    running: {
      description: 'Shows the progress. The person can leave and come back.',
      after: { jobPause: 'loading' },
    },
    finished: {
      description: 'Shows the result of the check or the act.',
      on: {
        ...contentTransitions,
        'act.chosen': {
          ...actChosen,
          guard: { type: 'isCheckedAndAllowed', params: ({ event }: ActChosenArgs) => event.act },
        },
      },
    },
  },
} as const;
