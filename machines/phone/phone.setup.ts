import { assign, setup } from 'xstate';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import { hasHiddenCharacters } from '#wire/factor-name.ts';
import type {
  AddingMethod,
  AnswerRecord,
  CodeLogin,
  CodeLoginAnswer,
  Codes,
  EntryProblem,
  Lock,
  LockKind,
  NotificationState,
  OfflineEntry,
  PhoneAccount,
  PhoneAnswer,
  PhoneContext,
  PhoneData,
  PhoneEvent,
  PhoneInput,
  PhoneLanguage,
  PhoneRegistrationInput,
  PhoneRequest,
  PinAnswer,
  PinEntry,
  Requests,
  ResultMessage,
  ScannedText,
  ScanResult,
  UnusableLink,
} from './phone.types.ts';

/** The time from the answer of a poll for requests to the next poll, in milliseconds. */
const REQUEST_POLL_INTERVAL = 3_000;

/** The 16 digits of a registration code. */
const AUTH_CODE_PATTERN = /^\d{16}$/;
/** The 6 more digits of a registration code. */
const OTP_PATTERN = /^\d{6}$/;
/** The 8 characters that the portal shows for an offline registration; they do not include I, O, 0 and 1. */
const OFFLINE_CHARACTERS_PATTERN = /^[A-HJ-NP-Z2-9]{8}$/;
const PIN_PATTERN = /^\d{6}$/;

/** Maximum number of characters in the name that a person gives the phone. */
const MAX_DEVICE_NAME_LENGTH = 40;

/** Number of periods of 30 seconds for which locked codes are shown after unlocking. */
const MAX_SHOWN_PERIODS = 2;

export type Args = { readonly context: PhoneContext; readonly event: PhoneEvent };

/** The result of a registration at the portal: the new account on this phone. */
export type RegistrationResult = Result<PhoneAccount>;

/** The values from which the key of an offline account is computed. */
type OfflineKeyInput = { readonly clientKey: string; readonly characters: string };

const isRejectedWith = (answer: Result<undefined>, ...codes: readonly string[]): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && codes.includes(answer.failure.code);

/** The accounts that are registered with the portal. An offline account only shows codes. */
export const onlineAccountsOf = ({ accounts }: PhoneContext): readonly PhoneAccount[] =>
  accounts.filter(({ isOffline }) => isOffline !== true);

/** Why a scanned text cannot be used. A sign-in cannot be used when the phone has no online account. */
const unusableLinkOf = (scannedText: ScannedText): UnusableLink =>
  scannedText.kind === 'registration' || scannedText.kind === 'login'
    ? { kind: 'noOnlineAccount' }
    : scannedText;

const isLockOn = ({ kind }: Lock): boolean => kind === 'passkey' || kind === 'pin';

/** Setup of the machine of the web app on the phone. */
export const phoneSetup = setup({
  types: {
    context: {} as PhoneContext,
    events: {} as PhoneEvent,
    input: {} as PhoneInput,
    tags: {} as 'busy' | 'unlocking',
  },
  actors: {
    /** Loads the accounts in the order in which they were added, the lock, and the name of the phone. */
    loadAccounts: port<PhoneData>('phone.loadAccounts'),
    /** Creates a passkey as the lock; false when the user was not verified. */
    createLockPasskey: port<boolean>('phone.createLockPasskey'),
    /** Verifies the user with the passkey of the lock. */
    confirmPasskey: port<boolean>('phone.confirmPasskey'),
    savePin: port<void, { readonly pin: string }>('phone.savePin'),
    /** Counts the try, and compares the PIN with the stored PIN. */
    checkPin: port<PinAnswer, { readonly pin: string }>('phone.checkPin'),
    turnLockOff: port<void>('phone.turnLockOff'),
    /** Sends the phone's name to the portal for each account; false when a call failed. */
    renamePhone: port<boolean, { readonly name: string }>('phone.renamePhone'),
    /** Stores whether the codes are locked too. */
    coverCodes: port<void, { readonly covers: boolean }>('phone.coverCodes'),
    /** Deletes all accounts and the lock. */
    clearPhone: port<void>('phone.clearPhone'),
    /** Loads the answers given on this phone, the newest first. */
    loadRecords: port<readonly AnswerRecord[]>('phone.loadRecords'),
    /** Classifies an opened link or a scanned code. */
    readLink: port<ScannedText, { readonly link: string }>('phone.readLink'),
    /** Shows the camera until a QR code is found. */
    scanCode: port<ScanResult>('phone.scanCode'),
    fetchLogin: port<
      Result<CodeLogin>,
      { readonly qrId: string; readonly accounts: readonly PhoneAccount[] }
    >('phone.fetchLogin'),
    answerLogin: port<Result<undefined>, CodeLoginAnswer>('phone.answerLogin'),
    generateClientKey: port<string>('phone.generateClientKey'),
    /** Computes the six digits to compare. */
    computeComparisonDigits: port<string, OfflineKeyInput>('phone.computeComparisonDigits'),
    saveOfflineAccount: port<void, OfflineKeyInput & { readonly userId: string }>('phone.saveOfflineAccount'),
    /** Generates the keys, registers them with the portal, and stores the account. */
    register: port<RegistrationResult, PhoneRegistrationInput>('phone.register'),
    computeCodes: port<Codes, { readonly accounts: readonly PhoneAccount[] }>('phone.computeCodes'),
    /** Fetches the open requests as soon as the app is visible. */
    fetchRequests: port<Requests, { readonly accounts: readonly PhoneAccount[] }>('phone.fetchRequests'),
    answerRequest: port<Result<undefined>, PhoneAnswer>('phone.answerRequest'),
    /** Sends the current push subscription to the portal. */
    checkNotifications: port<NotificationState, { readonly accounts: readonly PhoneAccount[] }>(
      'phone.checkNotifications',
    ),
    /** Requests the permission of the person, then sends the push subscription to the portal. */
    enableNotifications: port<NotificationState, { readonly accounts: readonly PhoneAccount[] }>(
      'phone.enableNotifications',
    ),
    removeAccount: port<void, { readonly id: string }>('phone.removeAccount'),
  },
  guards: {
    hasLink: ({ context }) => context.link !== '',
    hasAccounts: ({ context }) => context.accounts.length > 0,
    hasStoredAccounts: (_, { accounts }: PhoneData) => accounts.length > 0,
    /** The person has not chosen a lock yet, and the phone can create a passkey and has an online account. */
    shouldOfferLock: (_, { accounts, lock }: PhoneData) =>
      lock.kind === 'unset' && lock.canCreatePasskey && accounts.some(({ isOffline }) => isOffline !== true),
    isLockedBy: ({ context }, kind: LockKind) => context.lock.kind === kind,
    isLocked: ({ context }) => isLockOn(context.lock),
    isLockChosen: ({ context }) => context.lock.kind !== 'unset',
    canCreatePasskey: ({ context }) => context.lock.canCreatePasskey,
    areCodesCovered: ({ context: { lock, shownPeriods } }) =>
      isLockOn(lock) && lock.coversCodes && (shownPeriods === 0 || shownPeriods >= MAX_SHOWN_PERIODS),
    isConfirmed: (_, isConfirmed: boolean) => isConfirmed,
    isDeviceName: (_, name: string) => {
      const { length } = [...name.trim()];
      return length > 0 && length <= MAX_DEVICE_NAME_LENGTH && !hasHiddenCharacters(name);
    },
    hasTriesLeft: ({ context }) => context.remainingTries !== 0,
    canCheckPin: ({ context }, pin: string) => context.remainingTries !== 0 && PIN_PATTERN.test(pin),
    arePinsValid: (_, { pin, again }: PinEntry) => PIN_PATTERN.test(pin) && pin === again,
    isPinCorrect: (_, { kind }: PinAnswer) => kind === 'right',
    isRegistrationLink: (_, scannedText: ScannedText) => scannedText.kind === 'registration',
    /** The person has scanned a registration in order to add an account, and does not have to confirm it again. */
    isScannedRegistration: ({ context }, scannedText: ScannedText) =>
      scannedText.kind === 'registration' && context.isAdding,
    isUsableLogin: ({ context }, scannedText: ScannedText) =>
      scannedText.kind === 'login' && onlineAccountsOf(context).length > 0,
    isScanned: (_, result: ScanResult) => result.kind === 'text',
    isFetched: (_, answer: Result<CodeLogin>) => answer.ok,
    isFetchedForOneAccount: ({ context }, answer: Result<CodeLogin>) =>
      answer.ok && onlineAccountsOf(context).length === 1,
    isOnlineAccount: ({ context }, id: string) =>
      onlineAccountsOf(context).some((account) => account.id === id),
    isWrongNumber: (_, answer: Result<undefined>) => isRejectedWith(answer, 'wrongNumber'),
    /** Code 010_2: the sign-in belongs to another account. */
    isLoginOfOtherAccount: (_, answer: Result<undefined>) => isRejectedWith(answer, '010_2'),
    /** Code 010_3: the sign-in has expired or was decided; 010_5: it does not exist. */
    isLoginEnded: (_, answer: Result<undefined>) => isRejectedWith(answer, '010_3', '010_5'),
    isOfflineEntry: (_, { userId, characters }: OfflineEntry) =>
      userId.trim() !== '' && OFFLINE_CHARACTERS_PATTERN.test(characters),
    isBlank: (_, text: string) => text.trim() === '',
    areDigitsValid: (_, { authCode, otp }: { readonly authCode: string; readonly otp: string }) =>
      AUTH_CODE_PATTERN.test(authCode) && OTP_PATTERN.test(otp),
    isChosenMethod: (
      _,
      { method, expected }: { readonly method: AddingMethod; readonly expected: AddingMethod },
    ) => method === expected,
    isRegistered: (_, answer: RegistrationResult) => answer.ok,
    hasOpenRequest: (_, { request }: Requests) => request !== null,
    isAnswered: (_, answer: Result<undefined>) => answer.ok,
    /** Code 010_2: the chosen characters are not the characters of the request. */
    isMismatch: (_, answer: Result<undefined>) => isRejectedWith(answer, '010_2'),
    /** Code 010_5: the request does not wait for an answer any more. */
    isRequestEnded: (_, answer: Result<undefined>) => isRejectedWith(answer, '010_5'),
    canBeNotified: ({ context }) => ['off', 'failed'].includes(context.notifications),
    hasAccount: ({ context }, id: string) => context.accounts.some((account) => account.id === id),
  },
  delays: {
    untilNextCode: ({ context }) => context.remaining,
    requestPause: REQUEST_POLL_INTERVAL,
    untilLoginEnds: ({ context }) => Math.max(0, context.login?.remaining ?? 0),
    untilRequestEnds: ({ context }) => Math.max(0, context.request?.remaining ?? 0),
  },
  actions: {
    /** Stores the chosen language for the next start. Provided with the ports. */
    storeLanguage: (_, _language: PhoneLanguage) => {
      throw new UnprovidedPortError('phone.storeLanguage');
    },
    setLanguage: assign((_, language: PhoneLanguage) => ({ language })),
    setPhoneData: assign((_, { accounts, lock, deviceName }: PhoneData) => ({ accounts, lock, deviceName })),
    setDeviceName: assign((_, name: string) => ({ deviceName: name.trim() })),
    setLock: assign(({ context }, kind: LockKind) => ({ lock: { ...context.lock, kind } })),
    toggleCover: assign(({ context: { lock } }) => ({ lock: { ...lock, coversCodes: !lock.coversCodes } })),
    setChosen: assign((_, chosen: string) => ({ chosen })),
    forgetChosen: assign({ chosen: '' }),
    countShownPeriod: assign(({ context }) => ({
      shownPeriods: Math.min(context.shownPeriods + 1, MAX_SHOWN_PERIODS),
    })),
    forgetShownPeriods: assign({ shownPeriods: 0 }),
    coverCodes: assign({ shownPeriods: 0, codes: [], validUntil: null }),
    setTries: assign((_, answer: PinAnswer) => ({
      remainingTries: answer.kind === 'wrong' ? answer.remainingTries : null,
      problem: 'phone.pin.wrong' as const,
    })),
    forgetTries: assign({ remainingTries: null, problem: null }),
    setRecords: assign((_, records: readonly AnswerRecord[]) => ({ records })),
    setProblem: assign((_, problem: EntryProblem) => ({ problem })),
    setPinProblem: assign((_, { pin }: PinEntry) => ({
      problem: PIN_PATTERN.test(pin) ? ('phone.pin.different' as const) : ('phone.pin.invalid' as const),
    })),
    setCodes: assign((_, { codes, validUntil, remaining }: Codes) => ({ codes, validUntil, remaining })),
    setRequests: assign((_, { request, isUnreachable, unknownUserIds }: Requests) => ({
      request,
      isUnreachable,
      unknownUserIds,
    })),
    forgetRequest: assign({ request: null as PhoneRequest | null }),
    setAdding: assign({ isAdding: true }),
    setLink: assign((_, link: string) => ({ link, linkOwner: '', isAdding: false })),
    setLinkOwner: assign((_, scannedText: ScannedText) => ({
      linkOwner: scannedText.kind === 'registration' ? scannedText.userId : '',
    })),
    forgetLink: assign({ link: '', linkOwner: '', isAdding: false }),
    setScanned: assign((_, result: ScanResult) => ({
      link: result.kind === 'text' ? result.text : '',
      linkOwner: '',
    })),
    setCamera: assign((_, { kind }: ScanResult) => ({ camera: kind === 'text' ? null : kind })),
    clearCamera: assign({ camera: null }),
    setUnusableLink: assign((_, scannedText: ScannedText) => ({ unusableLink: unusableLinkOf(scannedText) })),
    clearUnusableLink: assign({ unusableLink: null }),
    setLoginCode: assign((_, scannedText: ScannedText) => ({
      qrId: scannedText.kind === 'login' ? scannedText.qrId : '',
    })),
    setLogin: assign(({ context }, answer: Result<CodeLogin>) => {
      const [first, ...others] = onlineAccountsOf(context);
      return {
        login: answer.ok ? answer.value : null,
        loginAccount: others.length === 0 ? (first ?? null) : null,
      };
    }),
    setLoginAccount: assign(({ context }, id: string) => ({
      loginAccount: onlineAccountsOf(context).find((account) => account.id === id) ?? null,
    })),
    forgetLogin: assign({ qrId: '', login: null, loginAccount: null }),
    setClientKey: assign((_, clientKey: string) => ({ clientKey })),
    setOfflineEntry: assign((_, { userId, characters }: OfflineEntry) => ({
      offlineUserId: userId.trim(),
      characters,
    })),
    setComparisonDigits: assign((_, comparisonDigits: string) => ({ comparisonDigits })),
    forgetOffline: assign({ clientKey: '', characters: '', offlineUserId: '', comparisonDigits: '' }),
    setOfflineProblem: assign({ problem: 'phone.offline.invalid' as const }),
    setDifferenceProblem: assign({
      problem: 'phone.offline.different' as const,
      characters: '',
      comparisonDigits: '',
    }),
    setDigitsProblem: assign({ problem: 'phone.digits.invalid' as const }),
    setLinkProblem: assign({ problem: 'phone.link.missing' as const }),
    clearProblem: assign({ problem: null }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    setNotice: assign((_, notice: ResultMessage) => ({ notice })),
    setNotifications: assign((_, notifications: NotificationState) => ({ notifications })),
    clearNotice: assign({ notice: null }),
    setAccountToRemove: assign(({ context }, id: string) => ({
      accountToRemove: context.accounts.find((account) => account.id === id) ?? null,
    })),
    clearAccountToRemove: assign({ accountToRemove: null }),
  },
});
