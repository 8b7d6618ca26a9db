import { assertEvent } from 'xstate';
import { UNEXPECTED } from '#machines/shared/result.ts';
import { requestAnswerState } from './answering.ts';
import { codeLogin } from './code-login.ts';
import { leaveTransitions } from './leave-transitions.ts';
import { clearing, locking } from './locking.ts';
import { notifications } from './notifications.ts';
import { offline } from './offline.ts';
import { phoneSetup } from './phone.setup.ts';
import { registeringStates } from './registering.ts';
import { scanning } from './scanning.ts';
import { settings } from './settings.ts';
import { transitionsThroughLock, unlockingState, unlockTransitions } from './unlocking.ts';

/** The authenticator web app: accounts, their codes, requests, and the registration of the phone. */
export const phoneMachine = phoneSetup.createMachine({
  id: 'phone',
  context: ({ input }) => ({
    ...input,
    accounts: [],
    lock: { kind: 'unset', coversCodes: false, canCreatePasskey: false },
    deviceName: '',
    remainingTries: null,
    chosen: '',
    shownPeriods: 0,
    records: [],
    codes: [],
    validUntil: null,
    remaining: 0,
    linkOwner: '',
    isAdding: false,
    problem: null,
    failure: null,
    notice: null,
    request: null,
    isUnreachable: false,
    notifications: 'unknown',
    unknownUserIds: [],
    accountToRemove: null,
    unusableLink: null,
    camera: null,
    qrId: '',
    login: null,
    loginAccount: null,
    clientKey: '',
    characters: '',
    offlineUserId: '',
    comparisonDigits: '',
  }),
  initial: 'opening',
  on: {
    'language.chosen': {
      actions: [
        { type: 'setLanguage', params: ({ event }) => event.language },
        { type: 'storeLanguage', params: ({ event }) => event.language },
      ],
    },
  },
  states: {
    opening: {
      description: 'Reads which accounts are on this phone.',
      tags: 'busy',
      invoke: {
        id: 'loadAccounts',
        src: 'loadAccounts',
        onDone: [
          {
            guard: 'hasLink',
            target: 'adding.reading',
            actions: { type: 'setPhoneData', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'shouldOfferLock', params: ({ event }) => event.output },
            target: 'locking',
            actions: { type: 'setPhoneData', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasStoredAccounts', params: ({ event }) => event.output },
            target: 'home',
            actions: { type: 'setPhoneData', params: ({ event }) => event.output },
          },
          {
            target: 'adding',
            actions: { type: 'setPhoneData', params: ({ event }) => event.output },
          },
        ],
        onError: 'unreadable',
      },
    },
    unreadable: {
      description: 'The browser does not let the app read its own storage. The person can retry.',
      on: { 'opening.retry': 'opening' },
    },
    home: {
      description: 'Shows the code of each account, and polls for requests.',
      type: 'parallel',
      exit: 'forgetShownPeriods',
      on: {
        'account.add': { target: 'adding', actions: 'clearNotice' },
        'code.scan': { target: 'adding.scanning', actions: 'clearNotice' },
        'settings.open': { target: 'settings', actions: 'clearNotice' },
        'account.remove': {
          guard: { type: 'hasAccount', params: ({ event }) => event.id },
          target: 'removing',
          actions: ['clearNotice', { type: 'setAccountToRemove', params: ({ event }) => event.id }],
        },
        'link.opened': {
          target: 'adding.reading',
          actions: ['clearNotice', { type: 'setLink', params: ({ event }) => event.link }],
        },
      },
      states: {
        codes: {
          description: 'The codes, each valid for half a minute.',
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Decides whether the codes are locked now.',
              always: [{ guard: 'areCodesCovered', target: 'covered' }, { target: 'computing' }],
            },
            covered: {
              description: 'Shows no codes until the person unlocks.',
              entry: 'coverCodes',
              on: { 'codes.show': unlockTransitions('#phone.uncovering') },
            },
            computing: {
              description: 'Computes the codes of this half minute.',
              tags: 'busy',
              entry: 'countShownPeriod',
              invoke: {
                id: 'computeCodes',
                src: 'computeCodes',
                input: ({ context }) => ({ accounts: context.accounts }),
                onDone: {
                  target: 'shown',
                  actions: { type: 'setCodes', params: ({ event }) => event.output },
                },
                onError: 'computeFailed',
              },
            },
            shown: {
              description: 'Shows the codes until all of them change.',
              after: { untilNextCode: 'deciding' },
            },
            computeFailed: {
              description:
                'A key cannot be used. The person can retry, or remove the account and add it again.',
              on: { 'codes.retry': 'computing' },
            },
          },
        },
        notifications,
        requests: {
          description: 'Polls the portal for requests.',
          initial: 'fetching',
          states: {
            fetching: {
              description: 'Fetches the open requests of each account.',
              invoke: {
                id: 'fetchRequests',
                src: 'fetchRequests',
                input: ({ context }) => ({ accounts: context.accounts }),
                onDone: [
                  {
                    guard: { type: 'hasOpenRequest', params: ({ event }) => event.output },
                    target: '#phone.request',
                    actions: ['clearNotice', { type: 'setRequests', params: ({ event }) => event.output }],
                  },
                  {
                    target: 'waiting',
                    actions: { type: 'setRequests', params: ({ event }) => event.output },
                  },
                ],
                onError: 'waiting',
              },
            },
            waiting: {
              description: 'Waits until the next poll.',
              after: { requestPause: 'fetching' },
            },
          },
        },
      },
    },
    uncovering: unlockingState('#phone.home.codes.computing', '#phone.home'),
    request: {
      description:
        'Shows the details of the request. The person chooses the characters of the screen, or denies.',
      initial: 'choosing',
      exit: ['forgetRequest', 'forgetChosen', 'clearFailure'],
      after: {
        untilRequestEnds: { target: 'home', actions: { type: 'setNotice', params: 'expired' } },
      },
      states: {
        choosing: {
          description: 'Waits for the choice.',
          on: {
            'choice.made': transitionsThroughLock('approving', [
              {
                type: 'setChosen' as const,
                params: ({ event }: { readonly event: { readonly choice: string } }) => event.choice,
              },
            ]),
            'request.refuse': 'refusing',
          },
        },
        unlocking: unlockingState('#phone.request.approving', '#phone.request.choosing'),
        approving: requestAnswerState(
          'The portal checks the characters that were chosen.',
          ({ context }) => context.chosen,
          'approved',
        ),
        refusing: requestAnswerState('Sends the denial to the portal.', () => null, 'refused'),
        answerFailed: {
          description: 'A dialog says why the answer did not arrive. The person can answer again.',
          on: { 'failure.dismissed': { target: 'choosing', actions: 'clearFailure' } },
        },
      },
    },
    login: codeLogin,
    locking,
    clearing,
    settings,
    removing: {
      description: 'Removes an account from this phone after a confirmation.',
      initial: 'confirming',
      exit: 'clearAccountToRemove',
      states: {
        confirming: {
          description: 'Explains the consequences.',
          on: { 'removal.confirmed': 'deleting', 'removal.cancelled': '#phone.home' },
        },
        deleting: {
          description: 'Deletes the keys of the account.',
          tags: 'busy',
          invoke: {
            id: 'removeAccount',
            src: 'removeAccount',
            input: ({ context }) => ({ id: context.accountToRemove?.id ?? '' }),
            onDone: { target: '#phone.opening', actions: { type: 'setNotice', params: 'removed' } },
            onError: { target: '#phone.home', actions: { type: 'setNotice', params: 'notRemoved' } },
          },
        },
      },
    },
    adding: {
      description: 'Adds an account to this phone.',
      initial: 'choosing',
      exit: 'clearProblem',
      states: {
        choosing: {
          description: 'Offers the methods to add the phone.',
          on: {
            ...leaveTransitions,
            'adding.method.chosen': [
              {
                guard: {
                  type: 'isChosenMethod',
                  params: ({ event }) => ({ method: event.method, expected: 'scan' }),
                },
                target: 'scanning',
                actions: ['clearNotice', 'setAdding'],
              },
              {
                guard: {
                  type: 'isChosenMethod',
                  params: ({ event }) => ({ method: event.method, expected: 'digits' }),
                },
                target: 'typing',
                actions: 'clearNotice',
              },
              {
                guard: {
                  type: 'isChosenMethod',
                  params: ({ event }) => ({ method: event.method, expected: 'offline' }),
                },
                target: 'offline',
                actions: 'clearNotice',
              },
              { target: 'pasting', actions: 'clearNotice' },
            ],
          },
        },
        reading: {
          description: 'Reads the opened link or the scanned code.',
          tags: 'busy',
          invoke: {
            id: 'readLink',
            src: 'readLink',
            input: ({ context }) => ({ link: context.link }),
            onDone: [
              {
                guard: { type: 'isScannedRegistration', params: ({ event }) => event.output },
                target: 'confirming.registering',
                actions: { type: 'setLinkOwner', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isRegistrationLink', params: ({ event }) => event.output },
                target: 'confirming',
                actions: { type: 'setLinkOwner', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isUsableLogin', params: ({ event }) => event.output },
                target: '#phone.login',
                actions: ['forgetLink', { type: 'setLoginCode', params: ({ event }) => event.output }],
              },
              {
                target: 'unusable',
                actions: ['forgetLink', { type: 'setUnusableLink', params: ({ event }) => event.output }],
              },
            ],
            onError: {
              target: 'unusable',
              actions: [
                'forgetLink',
                { type: 'setUnusableLink', params: { kind: 'failed', failure: UNEXPECTED } },
              ],
            },
          },
        },
        unusable: {
          description: 'Explains why the link or code cannot be used, and what to do instead.',
          exit: 'clearUnusableLink',
          on: { ...leaveTransitions, 'adding.method.change': 'choosing', 'code.scan': 'scanning' },
        },
        scanning,
        offline,
        confirming: {
          description: 'Names the account of the link; the person presses once to add it.',
          initial: 'waiting',
          states: {
            waiting: {
              description: 'Waits for the confirmation.',
              on: {
                ...leaveTransitions,
                'link.confirmed': 'registering',
                'adding.method.change': { target: '#phone.adding.choosing', actions: 'forgetLink' },
              },
            },
            ...registeringStates(({ context }) => ({ link: context.link }), 'waiting'),
          },
        },
        typing: {
          description: 'Takes the digits that the portal shows.',
          initial: 'editing',
          states: {
            editing: {
              description: 'Waits for 16 digits and the 6 digits below them.',
              on: {
                ...leaveTransitions,
                'entry.edited': { actions: 'clearProblem' },
                'digits.submitted': [
                  {
                    guard: { type: 'areDigitsValid', params: ({ event }) => event },
                    target: 'registering',
                    actions: 'clearProblem',
                  },
                  { actions: 'setDigitsProblem' },
                ],
                'adding.method.change': { target: '#phone.adding.choosing', actions: 'clearProblem' },
              },
            },
            ...registeringStates(({ event }) => {
              assertEvent(event, 'digits.submitted');
              return { authCode: event.authCode, otp: event.otp };
            }, 'editing'),
          },
        },
        pasting: {
          description: 'Takes a link that was copied.',
          initial: 'editing',
          states: {
            editing: {
              description: 'Waits for the link.',
              on: {
                ...leaveTransitions,
                'entry.edited': { actions: 'clearProblem' },
                'link.submitted': [
                  {
                    guard: { type: 'isBlank', params: ({ event }) => event.link },
                    actions: 'setLinkProblem',
                  },
                  { target: 'registering', actions: 'clearProblem' },
                ],
                'adding.method.change': { target: '#phone.adding.choosing', actions: 'clearProblem' },
              },
            },
            ...registeringStates(({ event }) => {
              assertEvent(event, 'link.submitted');
              return { link: event.link.trim() };
            }, 'editing'),
          },
        },
      },
    },
  },
});

export type PhoneMachine = typeof phoneMachine;
