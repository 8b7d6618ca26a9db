import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import type { Args } from './phone.setup.ts';
import type { CodeLogin, CodeLoginAnswer, ResultMessage } from './phone.types.ts';
import { transitionsThroughLock, unlockingState } from './unlocking.ts';

type FetchDoneArgs = { readonly event: { readonly output: Result<CodeLogin> } };
type AnswerDoneArgs = { readonly event: { readonly output: Result<undefined> } };

const outputOf = ({ event }: AnswerDoneArgs) => event.output;

const endTransition = (
  guard: 'isAnswered' | 'isWrongNumber' | 'isLoginOfOtherAccount' | 'isLoginEnded',
  notice: ResultMessage,
) =>
  ({
    guard: { type: guard, params: outputOf },
    target: '#phone.home',
    actions: { type: 'setNotice', params: notice },
  }) as const;

/**
 * A state that sends the person's answer to the portal.
 * @param numberOf the chosen number; null declines the sign-in
 * @param notice the message after the portal has accepted the answer
 */
const loginAnswerState = (
  description: string,
  numberOf: (args: Args) => string | null,
  notice: ResultMessage,
) =>
  ({
    description,
    tags: 'busy',
    invoke: {
      id: 'answerLogin',
      src: 'answerLogin',
      input: (args: Args): CodeLoginAnswer => {
        const { login, loginAccount } = args.context;
        if (login === null || loginAccount === null) throw new Error('There is no login to answer');
        return { login, account: loginAccount, number: numberOf(args) };
      },
      onDone: [
        endTransition('isAnswered', notice),
        endTransition('isWrongNumber', 'wrongNumber'),
        endTransition('isLoginOfOtherAccount', 'othersLogin'),
        endTransition('isLoginEnded', 'over'),
        {
          target: 'answerFailed',
          actions: { type: 'setFailure', params: ({ event }: AnswerDoneArgs) => failureOf(event.output) },
        },
      ],
      onError: { target: 'answerFailed', actions: { type: 'setFailure', params: UNEXPECTED } },
    },
  }) as const;

/** The states in which the person approves or declines a sign-in whose QR code was scanned (rule 89). */
export const codeLogin = {
  description: 'Approves or declines the sign-in of the scanned QR code.',
  initial: 'fetching',
  exit: ['forgetLogin', 'forgetChosen', 'clearFailure'],
  states: {
    fetching: {
      description: 'Fetches the sign-in of the code from the portal.',
      tags: 'busy',
      invoke: {
        id: 'fetchLogin',
        src: 'fetchLogin',
        input: ({ context: { qrId, accounts } }: Args) => ({ qrId, accounts }),
        onDone: [
          {
            guard: { type: 'isFetchedForOneAccount', params: ({ event }: FetchDoneArgs) => event.output },
            target: 'deciding.choosing',
            actions: { type: 'setLogin', params: ({ event }: FetchDoneArgs) => event.output },
          },
          {
            guard: { type: 'isFetched', params: ({ event }: FetchDoneArgs) => event.output },
            target: 'deciding',
            actions: { type: 'setLogin', params: ({ event }: FetchDoneArgs) => event.output },
          },
          {
            target: 'fetchFailed',
            actions: { type: 'setFailure', params: ({ event }: FetchDoneArgs) => failureOf(event.output) },
          },
        ],
        onError: { target: 'fetchFailed', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    fetchFailed: {
      description: 'A dialog says why the code cannot be used, or that the portal cannot be reached.',
      on: { 'failure.dismissed': '#phone.home' },
    },
    deciding: {
      description: 'Shows the sign-in, as long as the code is valid.',
      initial: 'picking',
      after: {
        untilLoginEnds: { target: '#phone.home', actions: { type: 'setNotice', params: 'expired' } },
      },
      states: {
        picking: {
          description: 'The person chooses the account.',
          on: {
            'account.picked': {
              guard: {
                type: 'isOnlineAccount',
                params: ({ event }: { readonly event: { readonly id: string } }) => event.id,
              },
              target: 'choosing',
              actions: {
                type: 'setLoginAccount',
                params: ({ event }: { readonly event: { readonly id: string } }) => event.id,
              },
            },
            'login.leave': '#phone.home',
          },
        },
        choosing: {
          description: 'The person chooses the number of the screen, or declines.',
          on: {
            'number.chosen': transitionsThroughLock('approving', [
              {
                type: 'setChosen' as const,
                params: ({ event }: { readonly event: { readonly number: string } }) => event.number,
              },
            ]),
            'login.decline': 'declining',
          },
        },
        unlocking: unlockingState('#phone.login.deciding.approving', '#phone.login.deciding.choosing'),
        approving: loginAnswerState(
          'The portal checks the number that was chosen.',
          ({ context }) => context.chosen,
          'approved',
        ),
        declining: loginAnswerState('Declines the sign-in at the portal.', () => null, 'refused'),
        answerFailed: {
          description: 'A dialog says why the answer did not arrive. The person can answer again.',
          on: { 'failure.dismissed': { target: 'choosing', actions: 'clearFailure' } },
        },
      },
    },
  },
} as const;
