import { assign, setup } from 'xstate';
import type { AppCode, AppSecret, OfflineCode } from '#machines/shared/factor.ts';
import { POLL_INTERVAL } from '#machines/shared/poll.ts';
import { port } from '#machines/shared/port.ts';
import { registeringActions, registeringGuards, type Timed } from '#machines/shared/registering.ts';
import {
  type AppRegistrationInput,
  type AppWay,
  codeOf,
  type RegistrationOutcome,
} from '#machines/shared/registration.ts';
import type { Result } from '#machines/shared/result.ts';
import type {
  AppProblem,
  OsType,
  RegisterAppCall,
  RegisterAppContext,
  RegisterAppEvent,
} from './register-app.types.ts';

/** Lifetimes of a link with its digits, and of a QR picture, in milliseconds (spec section 9). */
const LINK_LIFETIME = 300_000;
const PICTURE_LIFETIME = 30_000;

/** How long the secret of a standard authenticator is good, in milliseconds. */
const SECRET_LIFETIME = 300_000;

const CODE = /^\d{6}$/;

const CLIENT_KEY = /^[A-Z0-9]{16}$/;

/** Normalises a client key for the server. */
export const clientKeyOf = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

const isOffered = ({ ways, phoneNumber }: AppRegistrationInput, way: AppWay): boolean =>
  ways[way] && (way !== 'sms' || phoneNumber !== null);

/** Whether a way was chosen that is offered. */
const wants =
  (way: AppWay) =>
  ({ context }: { readonly context: RegisterAppContext }, chosenWay: AppWay): boolean =>
    chosenWay === way && isOffered(context, way);

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
    generateAk: port<Result<string>, RegisterAppCall>('register-app.generateAk'),
    sendLink: port<Timed<unknown>, RegisterAppCall & { ak: string; clientId: string }>(
      'register-app.sendLink',
    ),
    drawCode: port<Timed<AppCode>, RegisterAppCall & { ip: string }>('register-app.drawCode'),
    /** Whether the app has come. */
    checkRegistered: port<Result<boolean>, RegisterAppCall>('register-app.checkRegistered'),
    sendKey: port<Result<unknown>, RegisterAppCall & { key: string }>('register-app.sendKey'),
    fetchOffline: port<Result<OfflineCode>, RegisterAppCall>('register-app.fetchOffline'),
    registerOffline: port<Result<unknown>, RegisterAppCall & { osType: OsType }>(
      'register-app.registerOffline',
    ),
    issueSecret: port<Timed<AppSecret>, RegisterAppCall>('register-app.issueSecret'),
    registerStandard: port<Result<unknown>, RegisterAppCall & { code: string }>(
      'register-app.registerStandard',
    ),
  },
  guards: {
    ...registeringGuards,
    wantsLink: wants('sms'),
    wantsQrCode: wants('qrCode'),
    wantsOffline: wants('offline'),
    wantsStandard: wants('standard'),
    isBlank: (_: unknown, code: string) => code.trim() === '',
    isNoCode: (_: unknown, code: string) => !CODE.test(code.trim()),
    isLapsed: (_: unknown, answer: Result<unknown>) =>
      !answer.ok && codeOf(answer.failure) === 'secretExpired',
    isNoKey: (_: unknown, key: string) => !CLIENT_KEY.test(clientKeyOf(key)),
    isTrue: (_: unknown, answer: Result<boolean>) => answer.ok && answer.value,
    isOver: ({ context }: { readonly context: RegisterAppContext }) => context.isOver,
    hasCode: ({ context }: { readonly context: RegisterAppContext }) => context.code !== null,
  },
  delays: {
    linkLifetime: LINK_LIFETIME,
    pictureLifetime: PICTURE_LIFETIME,
    secretLifetime: SECRET_LIFETIME,
    pollInterval: POLL_INTERVAL,
  },
  actions: {
    ...registeringActions<RegisterAppContext, RegisterAppEvent>(),
    setAk: assign((_, answer: Result<string>) => (answer.ok ? { ak: answer.value } : {})),
    setSent: assign((_, { at }: Timed<unknown>) => ({
      ak: '',
      deadline: at + LINK_LIFETIME,
      isOver: false,
    })),
    setCode: assign((_, { at, answer }: Timed<AppCode>) =>
      answer.ok ? { code: answer.value, deadline: at + PICTURE_LIFETIME, isOver: false } : {},
    ),
    /** The digits are good longer than the picture (decision 208). */
    setTyping: assign(({ context: { deadline } }) => ({
      deadline: deadline === null ? null : deadline - PICTURE_LIFETIME + LINK_LIFETIME,
    })),
    setExpired: assign({ isOver: true }),
    setOffline: assign((_, answer: Result<OfflineCode>) => (answer.ok ? { offline: answer.value } : {})),
    setSecret: assign((_, { at, answer }: Timed<AppSecret>) =>
      answer.ok ? { secret: answer.value, deadline: at + SECRET_LIFETIME, isOver: false } : {},
    ),
    dropAll: assign({ ak: '', code: null, offline: null, secret: null, deadline: null, problem: null }),
    setProblem: assign((_, problem: AppProblem) => ({ problem })),
    clearProblem: assign({ problem: null }),
  },
});
