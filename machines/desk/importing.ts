import type { Result } from '#machines/shared/result.ts';
import type { DeskJob } from '#wire/desk/import.ts';
import { actChosen } from './acting.ts';
import { failureTransition, ifSignedOut, outputOf, unexpectedTransition } from './answers.ts';
import type { ActName, ImportFile } from './desk.types.ts';

type FileChosenArgs = { readonly event: { readonly file: ImportFile } };
type ActChosenArgs = { readonly event: { readonly act: ActName } };

const setJob = {
  type: 'setJob',
  params: ({ event }: { readonly event: { readonly output: Result<DeskJob> } }) => event.output,
} as const;

const fileChosen = {
  'file.chosen': {
    guard: { type: 'isActAllowed', params: 'importCheck' },
    target: '#desk.working.acting.sending',
    actions: [{ type: 'setFile', params: ({ event }: FileChosenArgs) => event.file }, 'setCheck'],
  },
} as const;

/** The import screen: a file is checked, then imported, both as a job on the server. */
export const importing = {
  description: 'Imports accounts from a file.',
  initial: 'loading',
  exit: 'clearFailure',
  states: {
    loading: {
      description: 'Loads the last job.',
      tags: 'busy',
      invoke: {
        id: 'readJob',
        src: 'readJob',
        onDone: [
          ifSignedOut,
          { guard: { type: 'isNoJob', params: outputOf }, target: 'empty' },
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
      description: 'Shows why the job could not be loaded, and retries by itself, too.',
      after: { jobPause: 'loading' },
      on: { 'desk.retry': 'loading' },
    },
    empty: {
      description: 'Waits for a file.',
      on: fileChosen,
    },
    running: {
      description: 'Shows the progress. The person can leave and come back.',
      after: { jobPause: 'loading' },
    },
    finished: {
      description: 'Shows the result of the check or the import.',
      on: {
        ...fileChosen,
        'act.chosen': {
          ...actChosen,
          guard: { type: 'isChecked', params: ({ event }: ActChosenArgs) => event.act },
        },
      },
    },
  },
} as const;
