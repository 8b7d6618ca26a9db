import { assign, emit, not, setup, stateIn, stopChild } from 'xstate';
import type { FieldFilled } from '#machines/shared/field-filled.ts';
import {
  loginActions,
  loginGuards,
  loginPorts,
  type MethodContext,
  type MethodEvent,
  type MethodInput,
  type MethodTag,
} from '#machines/shared/login.ts';
import { type Channel, channelsOf } from '#machines/shared/methods.ts';
import { isNullText, isOutdated, type MethodOutcome } from '#machines/shared/outcome.ts';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import { type Failure, failed, type Result } from '#machines/shared/result.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** Lifetime of a sent code, in milliseconds (spec section 9). */
export const CODE_LIFETIME = 300_000;

/** Time between the warning and the expiry, in milliseconds; WCAG asks for at least 20 s. */
export const CODE_WARNING = 60_000;

export type SentCodeInput = MethodInput & {
  /** SMS, a mail, or two of these channels (spec section 2, codes 1 to 6). */
  readonly tokenCode: TypeCode;
  /** Masked contacts, one for each channel. */
  readonly contacts: readonly string[];
  /** The send token of the first step; empty when this flow has to request one (rule 64). */
  readonly sendToken: string;
  /** Whether a code is sent automatically when the screen opens (rules 78 and 102). */
  readonly autoStarts: boolean;
  /** Epoch milliseconds until which an earlier code is valid; null when no code is pending (rule 79). */
  readonly validUntil: number | null;
};

export type SentCodeEvent =
  | MethodEvent
  | { readonly type: 'code.send' }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' }
  /** The person closes the dialog about a code that was not sent. */
  | { readonly type: 'delivery.dismissed' };

export type SentCodeContext = MethodContext &
  SentCodeInput & {
    /** Whether the input contained the send token; the flow then does not request another send token. */
    readonly isTokenGiven: boolean;
    /** Whether a refusal of the send token is final, because the token is new or was in the input. */
    readonly isTokenFinal: boolean;
    /** Whether a code was requested since the screen opened; a code is sent automatically only once (rule 78). */
    readonly hasRequested: boolean;
    /** The channels that were not tried yet. Of two channels, one has to accept the code (rule 25). */
    readonly channels: readonly Channel[];
    /** Whether a channel has accepted the code that was requested last. */
    readonly isSent: boolean;
    /** Milliseconds left when the code was sent or restored after a reload. */
    readonly remaining: number;
    readonly problem: 'info.enter.otp.alert' | null;
    readonly sendFailure: Failure | null;
  };

export type ActionArgs = { readonly context: SentCodeContext; readonly event: SentCodeEvent };

/** A code that was sent. `at` is the time of the server's answer in epoch milliseconds. */
export type SentCode = { readonly at: number };

type TokenAnswer = Result<string>;
type SendAnswer = Result<SentCode>;

type SendInput = {
  readonly userId: string;
  readonly clientId: string;
  readonly channel: Channel;
  readonly sendToken: string;
};

/** Setup of the sent-code machine. */
export const sentCodeSetup = setup({
  types: {
    context: {} as SentCodeContext,
    events: {} as SentCodeEvent,
    input: {} as SentCodeInput,
    output: {} as MethodOutcome,
    tags: {} as MethodTag | 'sending' | 'ending',
    emitted: {} as FieldFilled,
  },
  actors: {
    ...loginPorts('sent-code'),
    /** Reads the clock, in epoch milliseconds. */
    readClock: port<number>('sent-code.readClock'),
    grantSendToken: port<TokenAnswer, { userId: string; clientId: string }>('sent-code.grantSendToken'),
    sendCode: port<SendAnswer, SendInput>('sent-code.sendCode'),
    /** Waits for an SMS and returns its code (WebOTP); null when the browser cannot read an SMS. */
    receiveSms: port<string | null, { tokenCode: TypeCode }>('sent-code.receiveSms'),
  },
  guards: {
    ...loginGuards,
    hasCode: ({ context }: ActionArgs) => context.validUntil !== null,
    wantsSendAtOnce: ({ context }: ActionArgs) => context.autoStarts && !context.hasRequested,
    isStillValid: ({ context }: ActionArgs, now: number) =>
      context.validUntil !== null && context.validUntil > now,
    /** No code is being checked. A new code would make the checked code invalid. */
    maySend: not(stateIn({ working: { proof: 'checking' } })),
    isGranted: (_: unknown, answer: TokenAnswer) => answer.ok,
    hasToken: ({ context }: ActionArgs) => context.sendToken !== '',
    allChannelsTried: ({ context }: ActionArgs) => context.channels.length === 0,
    allChannelsTriedAndSent: ({ context }: ActionArgs) => context.channels.length === 0 && context.isSent,
    isSent: (_: unknown, answer: SendAnswer) => answer.ok,
    isTokenStale: ({ context }: ActionArgs, answer: SendAnswer) =>
      !answer.ok &&
      answer.failure.kind === 'rejected' &&
      answer.failure.status === 401 &&
      !context.isTokenFinal,
    isSendOutdated: ({ context: { sendFailure } }: ActionArgs) =>
      sendFailure !== null && isOutdated(failed(sendFailure)),
    isReceived: (_: unknown, received: string | null) => received !== null,
    isBlank: (_: unknown, code: string) => code.trim() === '',
    isNullText: (_: unknown, code: string) => isNullText(code),
  },
  delays: {
    codeLifetime: ({ context }) => context.remaining,
    codeWarning: ({ context }) => Math.max(0, context.remaining - CODE_WARNING),
  },
  actions: {
    ...loginActions<SentCodeContext, SentCodeEvent>(),
    /** Stores the code's deadline for a reload (rule 79). Provided with the ports. */
    storePending: (_: unknown, _pending: { tokenCode: TypeCode; validUntil: number }) => {
      throw new UnprovidedPortError('sent-code.storePending');
    },
    beginSending: assign(({ context }) => ({
      hasRequested: true,
      channels: channelsOf(context.tokenCode),
      isSent: false,
    })),
    dropChannel: assign(({ context }) => ({ channels: context.channels.slice(1) })),
    dropChannels: assign({ channels: [] }),
    setRemaining: assign(({ context }, now: number) => ({
      remaining: Math.max(0, (context.validUntil ?? now) - now),
    })),
    setToken: assign((_, answer: TokenAnswer) =>
      answer.ok ? { sendToken: answer.value, isTokenFinal: true } : {},
    ),
    dropToken: assign({ sendToken: '' }),
    /** Stores the deadline of the code. A send token that this flow has requested may expire before the next code. */
    setSent: assign(({ context }, answer: SendAnswer) =>
      answer.ok
        ? {
            validUntil: answer.value.at + CODE_LIFETIME,
            remaining: CODE_LIFETIME,
            isSent: true,
            isTokenFinal: context.isTokenGiven,
            sendFailure: null,
          }
        : {},
    ),
    setSendFailure: assign(({ context }, failure: Failure) => ({
      sendFailure: context.isSent ? null : (context.sendFailure ?? failure),
      isTokenFinal: context.isTokenGiven,
    })),
    clearSendFailure: assign({ sendFailure: null }),
    fillIn: emit((_, code: string) => ({ type: 'field.filled' as const, code })),
    /** Removes the ended actor, which would stay in the snapshot with the code until the state is left. */
    forgetReceived: stopChild('receiveSms'),
    setBlankProblem: assign({ problem: 'info.enter.otp.alert' }),
    clearProblem: assign({ problem: null }),
  },
});
