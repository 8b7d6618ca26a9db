import { assign, setup } from 'xstate';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type {
  Codes,
  Notice,
  Notifications,
  PhoneAccount,
  PhoneAnswer,
  PhoneContext,
  PhoneEvent,
  PhoneInput,
  PhoneLanguage,
  PhoneRequest,
  RegistrationInput,
  Requests,
  Way,
} from './phone.types.ts';

/** Milliseconds between two questions whether something waits. */
const REQUEST_PAUSE = 3_000;

const AUTH_CODE = /^\d{16}$/;
const OTP = /^\d{6}$/;

export type Args = { readonly context: PhoneContext; readonly event: PhoneEvent };

export type Registered = Result<PhoneAccount>;

const isRefusedWith = (answer: Result<undefined>, code: string): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.code === code;

/** Setup of the phone's machine: ports, guards and actions. */
export const phoneSetup = setup({
  types: {
    context: {} as PhoneContext,
    events: {} as PhoneEvent,
    input: {} as PhoneInput,
    tags: {} as 'busy',
  },
  actors: {
    /** The accounts of this phone, in the order in which they were added. */
    loadAccounts: port<readonly PhoneAccount[]>('phone.loadAccounts'),
    /** Whose link it is; null when it is none of this portal. */
    readLink: port<string | null, { readonly link: string }>('phone.readLink'),
    /** Makes the keys, registers with the portal, and keeps the account. */
    register: port<Registered, RegistrationInput>('phone.register'),
    computeCodes: port<Codes, { readonly accounts: readonly PhoneAccount[] }>('phone.computeCodes'),
    /** Asks the portal, as soon as somebody sees the app, whether something waits for an answer. */
    askRequests: port<Requests, { readonly accounts: readonly PhoneAccount[] }>('phone.askRequests'),
    answerRequest: port<Result<undefined>, PhoneAnswer>('phone.answerRequest'),
    /** Tells the portal where the phone takes notifications. */
    checkNotifications: port<Notifications, { readonly accounts: readonly PhoneAccount[] }>(
      'phone.checkNotifications',
    ),
    /** Asks the person whether the browser may notify, and tells the portal. */
    enableNotifications: port<Notifications, { readonly accounts: readonly PhoneAccount[] }>(
      'phone.enableNotifications',
    ),
    removeAccount: port<void, { readonly id: string }>('phone.removeAccount'),
  },
  guards: {
    hasLink: ({ context }) => context.link !== '',
    hasAccounts: ({ context }) => context.accounts.length > 0,
    areAccounts: (_, accounts: readonly PhoneAccount[]) => accounts.length > 0,
    isLink: (_, owner: string | null) => owner !== null,
    isBlank: (_, text: string) => text.trim() === '',
    areDigits: (_, { authCode, otp }: { readonly authCode: string; readonly otp: string }) =>
      AUTH_CODE.test(authCode) && OTP.test(otp),
    isWay: (_, { way, wanted }: { readonly way: Way; readonly wanted: Way }) => way === wanted,
    isRegistered: (_, answer: Registered) => answer.ok,
    isRequest: (_, { request }: Requests) => request !== null,
    isAnswered: (_, answer: Result<undefined>) => answer.ok,
    isMismatch: (_, answer: Result<undefined>) => isRefusedWith(answer, '010_2'),
    isOver: (_, answer: Result<undefined>) => isRefusedWith(answer, '010_5'),
    canBeNotified: ({ context }) => ['off', 'failed'].includes(context.notifications),
    isKnown: ({ context }, id: string) => context.accounts.some((account) => account.id === id),
  },
  delays: {
    untilNextCode: ({ context }) => context.remaining,
    requestPause: REQUEST_PAUSE,
    untilRequestEnds: ({ context }) => Math.max(0, context.request?.remaining ?? 0),
  },
  actions: {
    /** Keeps the chosen language for the next start; provided with the ports. */
    keepLanguage: (_, _language: PhoneLanguage) => {
      throw new UnprovidedPortError('phone.keepLanguage');
    },
    setLanguage: assign((_, language: PhoneLanguage) => ({ language })),
    setAccounts: assign((_, accounts: readonly PhoneAccount[]) => ({ accounts })),
    setCodes: assign((_, { codes, validUntil, remaining }: Codes) => ({ codes, validUntil, remaining })),
    setRequests: assign((_, { request, isUnreachable, unknown }: Requests) => ({
      request,
      isUnreachable,
      unknown,
    })),
    forgetRequest: assign({ request: null as PhoneRequest | null }),
    setLink: assign((_, link: string) => ({ link, linkOwner: '' })),
    setLinkOwner: assign((_, owner: string | null) => ({ linkOwner: owner ?? '' })),
    forgetLink: assign({ link: '', linkOwner: '' }),
    setDigitsProblem: assign({ problem: 'phone.digits.invalid' as const }),
    setLinkProblem: assign({ problem: 'phone.link.missing' as const }),
    clearProblem: assign({ problem: null }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    setNotice: assign((_, notice: Notice) => ({ notice })),
    setNotifications: assign((_, notifications: Notifications) => ({ notifications })),
    clearNotice: assign({ notice: null }),
    setLeaving: assign(({ context }, id: string) => ({
      leaving: context.accounts.find((account) => account.id === id) ?? null,
    })),
    clearLeaving: assign({ leaving: null }),
  },
});
