import { assign, setup } from 'xstate';
import type { AppCode, OfflineCode } from '#machines/shared/factor.ts';
import { POLL_PAUSE } from '#machines/shared/poll.ts';
import { port } from '#machines/shared/port.ts';
import { registeringActions, registeringGuards, type Timed } from '#machines/shared/registering.ts';
import type { AppRegistrationInput, AppWay, RegistrationOutcome } from '#machines/shared/registration.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Call, OsType, RegisterAppContext, RegisterAppEvent } from './register-app.types.ts';

/** How long a link and the digits are good, and a picture, in milliseconds (spec section 9). */
const LINK_LIFETIME = 300_000;
const PICTURE_LIFETIME = 30_000;

const CLIENT_KEY = /^[A-Z0-9]{16}$/;

/** A client key as the server takes it. */
export const clientKeyOf = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

const isOffered = ({ ways, phoneNumber }: AppRegistrationInput, way: AppWay): boolean =>
  ways[way] && (way !== 'sms' || phoneNumber !== null);

/** Whether a way was chosen that is offered. */
const wants =
  (way: AppWay) =>
  ({ context }: { readonly context: RegisterAppContext }, asked: AppWay): boolean =>
    asked === way && isOffered(context, way);

/** What the registration of the mobile app is made of. */
export const registerAppSetup = setup({
  types: {
    context: {} as RegisterAppContext,
    events: {} as RegisterAppEvent,
    input: {} as AppRegistrationInput,
    output: {} as RegistrationOutcome,
    tags: {} as 'busy' | 'blank' | 'typing',
  },
  actors: {
    generateAk: port<Result<string>, Call>('register-app.generateAk'),
    sendLink: port<Timed<unknown>, Call & { ak: string; clientId: string }>('register-app.sendLink'),
    drawCode: port<Timed<AppCode>, Call & { ip: string }>('register-app.drawCode'),
    /** Whether the app has come. */
    askResult: port<Result<boolean>, Call>('register-app.askResult'),
    sendKey: port<Result<unknown>, Call & { key: string }>('register-app.sendKey'),
    fetchOffline: port<Result<OfflineCode>, Call>('register-app.fetchOffline'),
    registerOffline: port<Result<unknown>, Call & { osType: OsType }>('register-app.registerOffline'),
  },
  guards: {
    ...registeringGuards,
    wantsLink: wants('sms'),
    wantsQrCode: wants('qrCode'),
    wantsOffline: wants('offline'),
    isNoKey: (_: unknown, key: string) => !CLIENT_KEY.test(clientKeyOf(key)),
    isTrue: (_: unknown, answer: Result<boolean>) => answer.ok && answer.value,
    isOver: ({ context }: { readonly context: RegisterAppContext }) => context.isOver,
    hasCode: ({ context }: { readonly context: RegisterAppContext }) => context.code !== null,
  },
  delays: { linkLifetime: LINK_LIFETIME, pictureLifetime: PICTURE_LIFETIME, pollPause: POLL_PAUSE },
  actions: {
    ...registeringActions<RegisterAppContext, RegisterAppEvent>(),
    noteAk: assign((_, answer: Result<string>) => (answer.ok ? { ak: answer.value } : {})),
    noteSent: assign((_, { at }: Timed<unknown>) => ({
      ak: '',
      deadline: at + LINK_LIFETIME,
      isOver: false,
    })),
    noteCode: assign((_, { at, answer }: Timed<AppCode>) =>
      answer.ok ? { code: answer.value, deadline: at + PICTURE_LIFETIME, isOver: false } : {},
    ),
    /** The digits are good longer than the picture (decision 208). */
    noteTyping: assign(({ context: { deadline } }) => ({
      deadline: deadline === null ? null : deadline - PICTURE_LIFETIME + LINK_LIFETIME,
    })),
    noteOver: assign({ isOver: true }),
    noteOffline: assign((_, answer: Result<OfflineCode>) => (answer.ok ? { offline: answer.value } : {})),
    dropAll: assign({ ak: '', code: null, offline: null, deadline: null, problem: null }),
    noteProblem: assign({ problem: 'info.mobileapp.failure.clientkey' as const }),
    clearProblem: assign({ problem: null }),
  },
});
