import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import type { Args } from './phone.setup.ts';
import type { CodeLogin, LoginAnswer, Notice } from './phone.types.ts';
import { behindLock, unlocking } from './unlocking.ts';

type Fetched = { readonly event: { readonly output: Result<CodeLogin> } };
type Answered = { readonly event: { readonly output: Result<undefined> } };

const outputOf = ({ event }: Answered) => event.output;

const ending = (guard: 'isAnswered' | 'isWrongNumber' | 'isOthersLogin' | 'isLoginOver', notice: Notice) =>
  ({
    guard: { type: guard, params: outputOf },
    target: '#phone.home',
    actions: { type: 'setNotice', params: notice },
  }) as const;

/** The state that sends the chosen number to the portal; null declines. */
const answering = (description: string, numberOf: (args: Args) => string | null, notice: Notice) =>
  ({
    description,
    tags: 'busy',
    invoke: {
      id: 'answerLogin',
      src: 'answerLogin',
      input: (args: Args): LoginAnswer => {
        const { login, signer } = args.context;
        if (login === null || signer === null) throw new Error('No login waits for an answer');
        return { login, account: signer, number: numberOf(args) };
      },
      onDone: [
        ending('isAnswered', notice),
        ending('isWrongNumber', 'wrongNumber'),
        ending('isOthersLogin', 'othersLogin'),
        ending('isLoginOver', 'over'),
        {
          target: 'unanswered',
          actions: { type: 'setFailure', params: ({ event }: Answered) => failureOf(event.output) },
        },
      ],
      onError: { target: 'unanswered', actions: { type: 'setFailure', params: UNEXPECTED } },
    },
  }) as const;

/** A login whose QR code was scanned (decision 89): what is asked, for which account, and the number of the screen. */
export const codeLogin = {
  description: 'Approves a login by the QR code that was scanned.',
  initial: 'fetching',
  exit: ['forgetLogin', 'forgetChosen', 'clearFailure'],
  states: {
    fetching: {
      description: 'Asks the portal what the code is for.',
      tags: 'busy',
      invoke: {
        id: 'fetchLogin',
        src: 'fetchLogin',
        input: ({ context: { qrId, accounts } }: Args) => ({ qrId, accounts }),
        onDone: [
          {
            guard: { type: 'isFetchedForOne', params: ({ event }: Fetched) => event.output },
            target: 'deciding.choosing',
            actions: { type: 'setLogin', params: ({ event }: Fetched) => event.output },
          },
          {
            guard: { type: 'isFetched', params: ({ event }: Fetched) => event.output },
            target: 'deciding',
            actions: { type: 'setLogin', params: ({ event }: Fetched) => event.output },
          },
          {
            target: 'unfetched',
            actions: { type: 'setFailure', params: ({ event }: Fetched) => failureOf(event.output) },
          },
        ],
        onError: { target: 'unfetched', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    unfetched: {
      description: 'A dialog says why the code cannot be used, or that the portal cannot be reached.',
      on: { 'failure.dismissed': '#phone.home' },
    },
    deciding: {
      description: 'Shows what is asked, as long as the code is valid.',
      initial: 'picking',
      after: {
        untilLoginEnds: { target: '#phone.home', actions: { type: 'setNotice', params: 'expired' } },
      },
      states: {
        picking: {
          description: 'The person says for which account the login is.',
          on: {
            'signer.picked': {
              guard: {
                type: 'isCaller',
                params: ({ event }: { readonly event: { readonly id: string } }) => event.id,
              },
              target: 'choosing',
              actions: {
                type: 'setSigner',
                params: ({ event }: { readonly event: { readonly id: string } }) => event.id,
              },
            },
            'login.leave': '#phone.home',
          },
        },
        choosing: {
          description: 'The person finds the number of the screen, or declines.',
          on: {
            'number.chosen': behindLock('approving', [
              {
                type: 'setChosen' as const,
                params: ({ event }: { readonly event: { readonly number: string } }) => event.number,
              },
            ]),
            'login.decline': 'declining',
          },
        },
        unlocking: unlocking('#phone.login.deciding.approving', '#phone.login.deciding.choosing'),
        approving: answering(
          'The portal checks the number that was chosen.',
          ({ context }) => context.chosen,
          'approved',
        ),
        declining: answering('Sends to the portal that the person declines.', () => null, 'refused'),
        unanswered: {
          description: 'A dialog says why the answer did not arrive. The person can answer once more.',
          on: { 'failure.dismissed': { target: 'choosing', actions: 'clearFailure' } },
        },
      },
    },
  },
} as const;
