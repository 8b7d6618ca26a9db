import { assign, setup } from 'xstate';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import { hasHiddenCharacters } from '#wire/factor-name.ts';
import type {
  AnswerRecord,
  CodeLogin,
  Codes,
  EntryProblem,
  Lock,
  LockKind,
  LoginAnswer,
  Misread,
  Notice,
  Notifications,
  OfflineEntry,
  OnPhone,
  PhoneAccount,
  PhoneAnswer,
  PhoneContext,
  PhoneEvent,
  PhoneInput,
  PhoneLanguage,
  PhoneRequest,
  PinAnswer,
  PinEntry,
  ReadText,
  RegistrationInput,
  Requests,
  Scanned,
  Way,
} from './phone.types.ts';

/** Milliseconds between two questions whether something waits. */
const REQUEST_PAUSE = 3_000;

const AUTH_CODE = /^\d{16}$/;
const OTP = /^\d{6}$/;
const CHARACTERS = /^[A-HJ-NP-Z2-9]{8}$/;
const PIN = /^\d{6}$/;

/** Most characters of the name that a person gives the phone. */
const MAX_DEVICE_NAME = 40;

/** Half minutes in which codes are shown that are behind the lock. */
const OPEN_ROUNDS = 2;

export type Args = { readonly context: PhoneContext; readonly event: PhoneEvent };

export type Registered = Result<PhoneAccount>;

/** The two halves of a key that phone and portal share without a connection. */
type OfflineKeyInput = { readonly clientKey: string; readonly characters: string };

const isRefusedWith = (answer: Result<undefined>, ...codes: readonly string[]): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && codes.includes(answer.failure.code);

/** The accounts that make calls. */
export const callersOf = ({ accounts }: PhoneContext): readonly PhoneAccount[] =>
  accounts.filter(({ isOffline }) => isOffline !== true);

/** A login can be approved by an account that makes calls alone. */
const misreadOf = (read: ReadText): Misread =>
  read.kind === 'registration' || read.kind === 'login' ? { kind: 'nobody' } : read;

const isOn = ({ kind }: Lock): boolean => kind === 'passkey' || kind === 'pin';

/** Setup of the phone's machine: ports, guards and actions. */
export const phoneSetup = setup({
  types: {
    context: {} as PhoneContext,
    events: {} as PhoneEvent,
    input: {} as PhoneInput,
    tags: {} as 'busy' | 'unlocking',
  },
  actors: {
    /** The accounts of this phone, in the order in which they were added, and its lock. */
    loadAccounts: port<OnPhone>('phone.loadAccounts'),
    /** Makes a passkey of the phone as its lock; false when the person or the phone refuses. */
    makeLockPasskey: port<boolean>('phone.makeLockPasskey'),
    /** Has the phone recognize its person by the passkey of the lock. */
    confirmPasskey: port<boolean>('phone.confirmPasskey'),
    keepPin: port<void, { readonly pin: string }>('phone.keepPin'),
    /** Compares a PIN with the one that was set, and counts the try. */
    checkPin: port<PinAnswer, { readonly pin: string }>('phone.checkPin'),
    turnLockOff: port<void>('phone.turnLockOff'),
    /** Tells the portal for each account what the phone is called; false when it could not be told. */
    renamePhone: port<boolean, { readonly name: string }>('phone.renamePhone'),
    coverCodes: port<void, { readonly covers: boolean }>('phone.coverCodes'),
    /** Deletes all accounts and the lock. */
    clearPhone: port<void>('phone.clearPhone'),
    /** What was answered on this phone, the newest first. */
    loadRecords: port<readonly AnswerRecord[]>('phone.loadRecords'),
    /** What a link or a code is for; of one that holds an ak alone, the portal tells the owner. */
    readLink: port<ReadText, { readonly link: string }>('phone.readLink'),
    /** Shows the picture of the camera until there is a QR code in it. */
    scanCode: port<Scanned>('phone.scanCode'),
    fetchLogin: port<
      Result<CodeLogin>,
      { readonly qrId: string; readonly accounts: readonly PhoneAccount[] }
    >('phone.fetchLogin'),
    answerLogin: port<Result<undefined>, LoginAnswer>('phone.answerLogin'),
    makeClientKey: port<string>('phone.makeClientKey'),
    /** The six digits that client key and characters give. */
    proveOffline: port<string, OfflineKeyInput>('phone.proveOffline'),
    keepOffline: port<void, OfflineKeyInput & { readonly userId: string }>('phone.keepOffline'),
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
    areAccounts: (_, { accounts }: OnPhone) => accounts.length > 0,
    /** The lock is on where the phone can, unless the person chooses otherwise. */
    isLockOpen: (_, { accounts, lock }: OnPhone) =>
      lock.kind === 'unset' && lock.canPasskey && accounts.some(({ isOffline }) => isOffline !== true),
    isLockedBy: ({ context }, kind: LockKind) => context.lock.kind === kind,
    isLocked: ({ context }) => isOn(context.lock),
    isLockChosen: ({ context }) => context.lock.kind !== 'unset',
    canMakePasskey: ({ context }) => context.lock.canPasskey,
    areCodesCovered: ({ context: { lock, rounds } }) =>
      isOn(lock) && lock.coversCodes && (rounds === 0 || rounds >= OPEN_ROUNDS),
    isConfirmed: (_, isConfirmed: boolean) => isConfirmed,
    isDeviceName: (_, name: string) => {
      const { length } = [...name.trim()];
      return length > 0 && length <= MAX_DEVICE_NAME && !hasHiddenCharacters(name);
    },
    hasTries: ({ context }) => context.tries !== 0,
    isTry: ({ context }, pin: string) => context.tries !== 0 && PIN.test(pin),
    arePins: (_, { pin, again }: PinEntry) => PIN.test(pin) && pin === again,
    isRightPin: (_, { kind }: PinAnswer) => kind === 'right',
    isLink: (_, read: ReadText) => read.kind === 'registration',
    /** A registration that was scanned to add an account: that press stands for the one that confirms. */
    isWantedLink: ({ context }, read: ReadText) => read.kind === 'registration' && context.isAdding,
    isLogin: ({ context }, read: ReadText) => read.kind === 'login' && callersOf(context).length > 0,
    isScanned: (_, scanned: Scanned) => scanned.kind === 'text',
    isFetched: (_, answer: Result<CodeLogin>) => answer.ok,
    isFetchedForOne: ({ context }, answer: Result<CodeLogin>) => answer.ok && callersOf(context).length === 1,
    isCaller: ({ context }, id: string) => callersOf(context).some((account) => account.id === id),
    isWrongNumber: (_, answer: Result<undefined>) => isRefusedWith(answer, 'wrongNumber'),
    isOthersLogin: (_, answer: Result<undefined>) => isRefusedWith(answer, '010_2'),
    isLoginOver: (_, answer: Result<undefined>) => isRefusedWith(answer, '010_3', '010_5'),
    isOfflineEntry: (_, { userId, characters }: OfflineEntry) =>
      userId.trim() !== '' && CHARACTERS.test(characters),
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
    untilLoginEnds: ({ context }) => Math.max(0, context.login?.remaining ?? 0),
    untilRequestEnds: ({ context }) => Math.max(0, context.request?.remaining ?? 0),
  },
  actions: {
    /** Keeps the chosen language for the next start; provided with the ports. */
    keepLanguage: (_, _language: PhoneLanguage) => {
      throw new UnprovidedPortError('phone.keepLanguage');
    },
    setLanguage: assign((_, language: PhoneLanguage) => ({ language })),
    setOnPhone: assign((_, { accounts, lock, deviceName }: OnPhone) => ({ accounts, lock, deviceName })),
    setDeviceName: assign((_, name: string) => ({ deviceName: name.trim() })),
    setLock: assign(({ context }, kind: LockKind) => ({ lock: { ...context.lock, kind } })),
    toggleCover: assign(({ context: { lock } }) => ({ lock: { ...lock, coversCodes: !lock.coversCodes } })),
    setChosen: assign((_, chosen: string) => ({ chosen })),
    forgetChosen: assign({ chosen: '' }),
    countRound: assign(({ context }) => ({ rounds: Math.min(context.rounds + 1, OPEN_ROUNDS) })),
    forgetRounds: assign({ rounds: 0 }),
    coverCodes: assign({ rounds: 0, codes: [], validUntil: null }),
    setTries: assign((_, answer: PinAnswer) => ({
      tries: answer.kind === 'wrong' ? answer.tries : null,
      problem: 'phone.pin.wrong' as const,
    })),
    forgetTries: assign({ tries: null, problem: null }),
    setRecords: assign((_, records: readonly AnswerRecord[]) => ({ records })),
    setProblem: assign((_, problem: EntryProblem) => ({ problem })),
    setPinProblem: assign((_, { pin }: PinEntry) => ({
      problem: PIN.test(pin) ? ('phone.pin.different' as const) : ('phone.pin.invalid' as const),
    })),
    setCodes: assign((_, { codes, validUntil, remaining }: Codes) => ({ codes, validUntil, remaining })),
    setRequests: assign((_, { request, isUnreachable, unknown }: Requests) => ({
      request,
      isUnreachable,
      unknown,
    })),
    forgetRequest: assign({ request: null as PhoneRequest | null }),
    setAdding: assign({ isAdding: true }),
    setLink: assign((_, link: string) => ({ link, linkOwner: '', isAdding: false })),
    setLinkOwner: assign((_, read: ReadText) => ({
      linkOwner: read.kind === 'registration' ? read.userId : '',
    })),
    forgetLink: assign({ link: '', linkOwner: '', isAdding: false }),
    setScanned: assign((_, scanned: Scanned) => ({
      link: scanned.kind === 'text' ? scanned.text : '',
      linkOwner: '',
    })),
    setCamera: assign((_, { kind }: Scanned) => ({ camera: kind === 'text' ? null : kind })),
    clearCamera: assign({ camera: null }),
    setMisread: assign((_, read: ReadText) => ({ misread: misreadOf(read) })),
    clearMisread: assign({ misread: null }),
    setLoginCode: assign((_, read: ReadText) => ({ qrId: read.kind === 'login' ? read.qrId : '' })),
    setLogin: assign(({ context }, answer: Result<CodeLogin>) => {
      const [first, ...others] = callersOf(context);
      return { login: answer.ok ? answer.value : null, signer: others.length === 0 ? (first ?? null) : null };
    }),
    setSigner: assign(({ context }, id: string) => ({
      signer: callersOf(context).find((account) => account.id === id) ?? null,
    })),
    forgetLogin: assign({ qrId: '', login: null, signer: null }),
    setClientKey: assign((_, clientKey: string) => ({ clientKey })),
    setOfflineEntry: assign((_, { userId, characters }: OfflineEntry) => ({
      offlineUserId: userId.trim(),
      characters,
    })),
    setOfflineProof: assign((_, offlineProof: string) => ({ offlineProof })),
    forgetOffline: assign({ clientKey: '', characters: '', offlineUserId: '', offlineProof: '' }),
    setOfflineProblem: assign({ problem: 'phone.offline.invalid' as const }),
    setDifferenceProblem: assign({
      problem: 'phone.offline.different' as const,
      characters: '',
      offlineProof: '',
    }),
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
