import type { Result } from '#machines/shared/result.ts';
import type { DeskJob } from '#wire/desk/import.ts';
import { actChosen } from './acting.ts';
import { brokenAt, failedAt, ifSignedOut, outputOf } from './answers.ts';
import type { ActName, ImportFile } from './desk.types.ts';

type Chosen = { readonly event: { readonly file: ImportFile } };
type ActChosen = { readonly event: { readonly act: ActName } };

const setJob = {
  type: 'setJob',
  params: ({ event }: { readonly event: { readonly output: Result<DeskJob> } }) => event.output,
} as const;

const fileChosen = {
  'file.chosen': {
    guard: { type: 'mayDo', params: 'importCheck' },
    target: '#desk.working.acting.sending',
    actions: [{ type: 'setFile', params: ({ event }: Chosen) => event.file }, 'setCheck'],
  },
} as const;

/** A file of accounts: it is checked first, and both take their time on the server, where they are found again. */
export const importing = {
  description: 'Imports accounts of a file.',
  initial: 'asking',
  exit: 'clearFailure',
  states: {
    asking: {
      description: 'Asks whether an import is running, and how far it is.',
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
          failedAt('unasked'),
        ],
        onError: brokenAt('unasked'),
      },
    },
    unasked: {
      description: 'Says why it is not known how far the import is. It is asked again without a press, too.',
      after: { jobPause: 'asking' },
      on: { 'desk.retry': 'asking' },
    },
    empty: {
      description: 'Waits for a file.',
      on: fileChosen,
    },
    running: {
      description: 'Shows how far it is. The person can leave, and finds it again.',
      after: { jobPause: 'asking' },
    },
    finished: {
      description: 'Shows what the check or the import came to.',
      on: {
        ...fileChosen,
        'act.chosen': {
          ...actChosen,
          guard: { type: 'isChecked', params: ({ event }: ActChosen) => event.act },
        },
      },
    },
  },
} as const;
