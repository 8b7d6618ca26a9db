import { assign, setup } from 'xstate';
import type { AppSecret, OfflineCode, RegistrationCode } from '#machines/shared/factor.ts';
import { POLL_INTERVAL } from '#machines/shared/poll.ts';
import { port } from '#machines/shared/port.ts';
import {
  type AppMethod,
  type AppRegistrationInput,
  codeOf,
  type RegistrationOutcome,
} from '#machines/shared/registration.ts';
import { registrationActions, registrationGuards, type Timed } from '#machines/shared/registration-flow.ts';
import type { Result } from '#machines/shared/result.ts';
import type {
  AppProblem,
  OsType,
  RegisterAppCallInput,
  RegisterAppContext,
  RegisterAppEvent,
} from './register-app.types.ts';

/** Lifetime of a link, and of the digits of a registration code, in milliseconds (spec section 9). */
const LINK_LIFETIME = 300_000;

/** Lifetime of the QR code of a registration code, in milliseconds (spec section 9). */
const PICTURE_LIFETIME = 30_000;

/** Lifetime of the secret of a standard authenticator, in milliseconds. */
const SECRET_LIFETIME = 300_000;

/** The code of a standard authenticator. */
const CODE_PATTERN = /^\d{6}$/;

const CLIENT_KEY_PATTERN = /^[A-Z0-9]{16}$/;

/** A typed client key in upper case, without white space and hyphens. */
export const normalisedClientKey = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

const isOffered = ({ appMethods, phoneNumber }: AppRegistrationInput, method: AppMethod): boolean =>
  appMethods[method] && (method !== 'sms' || phoneNumber !== null);

/** The guard of a method: the person has chosen the method, and the method is offered. */
const isChosenAndOffered =
  (method: AppMethod) =>
  ({ context }: { readonly context: RegisterAppContext }, chosenMethod: AppMethod): boolean =>
    chosenMethod === method && isOffered(context, method);

/** Setup of the machine that registers the mobile app. */
export const registerAppSetup = setup({
  types: {
    context: {} as RegisterAppContext,
    events: {} as RegisterAppEvent,
    input: {} as AppRegistrationInput,
    output: {} as RegistrationOutcome,
    tags: {} as 'busy' | 'blank' | 'typing',
  },
  actors: {
    /** Creates the secret of a link. */
    generateAk: port<Result<string>, RegisterAppCallInput>('register-app.generateAk'),
    sendLink: port<Timed<unknown>, RegisterAppCallInput & { ak: string; clientId: string }>(
      'register-app.sendLink',
    ),
    createCode: port<Timed<RegistrationCode>, RegisterAppCallInput & { ip: string }>(
      'register-app.createCode',
    ),
    /** Checks whether the app is registered. */
    checkRegistered: port<Result<boolean>, RegisterAppCallInput>('register-app.checkRegistered'),
    sendKey: port<Result<unknown>, RegisterAppCallInput & { key: string }>('register-app.sendKey'),
    fetchOffline: port<Result<OfflineCode>, RegisterAppCallInput>('register-app.fetchOffline'),
    registerOffline: port<Result<unknown>, RegisterAppCallInput & { osType: OsType }>(
      'register-app.registerOffline',
    ),
    issueSecret: port<Timed<AppSecret>, RegisterAppCallInput>('register-app.issueSecret'),
    registerStandard: port<Result<unknown>, RegisterAppCallInput & { code: string }>(
      'register-app.registerStandard',
    ),
  },
  guards: {
    ...registrationGuards,
    wantsLink: isChosenAndOffered('sms'),
    wantsQrCode: isChosenAndOffered('qrCode'),
    wantsOffline: isChosenAndOffered('offline'),
    wantsStandard: isChosenAndOffered('standard'),
    isBlank: (_: unknown, code: string) => code.trim() === '',
    isCodeInvalid: (_: unknown, code: string) => !CODE_PATTERN.test(code.trim()),
    isSecretExpired: (_: unknown, answer: Result<unknown>) =>
      !answer.ok && codeOf(answer.failure) === 'secretExpired',
    isKeyInvalid: (_: unknown, key: string) => !CLIENT_KEY_PATTERN.test(normalisedClientKey(key)),
    isAppRegistered: (_: unknown, answer: Result<boolean>) => answer.ok && answer.value,
    isExpired: ({ context }: { readonly context: RegisterAppContext }) => context.isExpired,
    hasCode: ({ context }: { readonly context: RegisterAppContext }) => context.code !== null,
  },
  delays: {
    linkLifetime: LINK_LIFETIME,
    pictureLifetime: PICTURE_LIFETIME,
    secretLifetime: SECRET_LIFETIME,
    pollInterval: POLL_INTERVAL,
  },
  actions: {
    ...registrationActions<RegisterAppContext, RegisterAppEvent>(),
    setAk: assign((_, answer: Result<string>) => (answer.ok ? { ak: answer.value } : {})),
    setSent: assign((_, { at }: Timed<unknown>) => ({
      ak: '',
      deadline: at + LINK_LIFETIME,
      isExpired: false,
    })),
    setCode: assign((_, { at, answer }: Timed<RegistrationCode>) =>
      answer.ok ? { code: answer.value, deadline: at + PICTURE_LIFETIME, isExpired: false } : {},
    ),
    /** The digits are valid longer than the QR code (rule 208). */
    extendDeadlineForDigits: assign(({ context: { deadline } }) => ({
      deadline: deadline === null ? null : deadline - PICTURE_LIFETIME + LINK_LIFETIME,
    })),
    setExpired: assign({ isExpired: true }),
    setOffline: assign((_, answer: Result<OfflineCode>) => (answer.ok ? { offline: answer.value } : {})),
    setSecret: assign((_, { at, answer }: Timed<AppSecret>) =>
      answer.ok ? { secret: answer.value, deadline: at + SECRET_LIFETIME, isExpired: false } : {},
    ),
    dropAll: assign({ ak: '', code: null, offline: null, secret: null, deadline: null, problem: null }),
    setProblem: assign((_, problem: AppProblem) => ({ problem })),
    clearProblem: assign({ problem: null }),
  },
});
