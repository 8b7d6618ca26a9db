import { assign, setup } from 'xstate';
import {
  loginActions,
  loginGuards,
  loginPorts,
  type MethodContext,
  type MethodEvent,
  type MethodInput,
  type MethodTag,
} from '#machines/shared/login.ts';
import { isOutdated, type MethodOutcome } from '#machines/shared/outcome.ts';
import { POLL_INTERVAL } from '#machines/shared/poll.ts';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { AppSettings } from '#wire/app-links.ts';
import { QR_APPROVAL_LIFETIME, QR_LIFETIME, qrText } from '#wire/qr-login.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { meaningOfPoll, type PollMeaning, type QrPollResult, refusalOf } from './poll-meaning.ts';

/** A code that can be scanned. */
export type ShownQr = {
  readonly qrId: string;
  /** The text that the QR code contains. */
  readonly qr: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/** A code that the server has created. `at` is the time of its answer in epoch milliseconds. */
export type CreatedQr = { readonly qrId: string; readonly qr: string; readonly at: number };

/** A code that was created before a reload. */
export type PendingQr = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/** The mobile app that scans QR codes, and the values that a QR code of this portal contains. */
export type QrApp = AppSettings & {
  /** Origin of the portal. */
  readonly origin: string;
  /** The app in which the portal was opened (rule 97). */
  readonly name: string;
};

export type QrInput = MethodInput & {
  /** The ID of a code that was approved before the password was entered; null when no code was approved. */
  readonly approvedId: string | null;
  /** The code that a reload has interrupted; null when there is no such code (rule 103). */
  readonly pending: PendingQr | null;
  readonly app: QrApp;
};

export type QrEvent = MethodEvent | { readonly type: 'qr.refresh' } | { readonly type: 'qr.leave' };

type QrContext = MethodContext &
  QrInput & {
    readonly shownCode: ShownQr | null;
    /** Milliseconds left when the code was created or restored after a reload. */
    readonly remaining: number;
    readonly isExpired: boolean;
    /** Whether a code was created since the person last requested a code. */
    readonly hadCode: boolean;
  };

export type ActionArgs = { readonly context: QrContext; readonly event: QrEvent };

/** Input of the creation of a code. When `userId` is empty, anybody can approve the code. */
export type QrRequest = { readonly userId: string; readonly appName: string };

/** A code, and the access token for its poll. */
export type QrReference = { readonly qrId: string; readonly clientId: string; readonly token: string };

type QrAnswer = Result<CreatedQr>;

const pollOutput = (event: object): QrPollResult => (event as { readonly output: QrPollResult }).output;

const pollInput = ({ userId, shownCode }: QrContext) => ({ userId, deadline: shownCode?.validUntil ?? null });

/** The text of a QR code that the server of this portal has created. */
const portalCodeText = ({ app }: QrContext, qrId: string): string =>
  qrText(app, { qrId, portal: app.origin });

/** The values of the shown code that are stored for a reload. Null for a code of another server, which cannot be restored. */
export const storableCode = (context: QrContext): PendingQr | null => {
  const { shownCode } = context;
  if (shownCode === null || shownCode.qr !== portalCodeText(context, shownCode.qrId)) return null;
  return { id: shownCode.qrId, validUntil: shownCode.validUntil };
};

/** Setup of the QR machine. */
export const qrSetup = setup({
  types: {
    context: {} as QrContext,
    events: {} as QrEvent,
    input: {} as QrInput,
    output: {} as MethodOutcome,
    tags: {} as MethodTag | 'drawing' | 'blank',
  },
  actors: {
    ...loginPorts('qr'),
    /** Reads the clock, in epoch milliseconds. */
    readClock: port<number>('qr.readClock'),
    createQr: port<QrAnswer, QrRequest>('qr.createQr'),
    checkQr: port<QrPollResult, QrReference>('qr.checkQr'),
  },
  guards: {
    ...loginGuards,
    isApproved: ({ context }: ActionArgs) => context.approvedId !== null,
    isInterrupted: ({ context }: ActionArgs) => context.pending !== null,
    isStillValid: ({ context: { pending } }: ActionArgs, now: number) =>
      pending !== null && pending.validUntil > now,
    isCodeCreated: (_: unknown, answer: QrAnswer) => answer.ok,
    isCreationOutdated: (_: unknown, answer: QrAnswer) => isOutdated(answer),
    pollMeans: ({ context, event }: ActionArgs, verdict: PollMeaning) =>
      meaningOfPoll(pollInput(context), pollOutput(event)) === verdict,
    isExpired: ({ context }: ActionArgs) => context.isExpired,
    mayLeave: ({ context }: ActionArgs) => context.userId === '' || context.hasOtherMethods,
  },
  delays: { codeLifetime: ({ context }) => context.remaining, pollInterval: POLL_INTERVAL },
  actions: {
    ...loginActions<QrContext, QrEvent>(),
    setShownCode: assign((_, answer: QrAnswer) => {
      if (!answer.ok) return {};
      const { qrId, qr, at } = answer.value;
      return {
        shownCode: { qrId, qr, validUntil: at + QR_LIFETIME },
        remaining: QR_LIFETIME,
        isExpired: false,
        hadCode: true,
      };
    }),
    restoreCode: assign(({ context }, now: number) => {
      const { pending } = context;
      if (pending === null) return {};
      const { id: qrId, validUntil } = pending;
      return {
        shownCode: { qrId, qr: portalCodeText(context, qrId), validUntil },
        pending: null,
        remaining: validUntil - now,
        isExpired: false,
        hadCode: true,
      };
    }),
    /** Stores the code for a reload, or removes the stored code (rule 103). Provided with the ports. */
    storePending: (_: unknown, _code: PendingQr | null) => {
      throw new UnprovidedPortError('qr.storePending');
    },
    setExpired: assign({ isExpired: true }),
    dropCode: assign({ shownCode: null, pending: null }),
    dropLastCode: assign({ shownCode: null, pending: null, hadCode: false }),
    setApprovedCode: assign(({ context }) => ({ approvedId: context.shownCode?.qrId ?? null })),
    dropApproval: assign({ approvedId: null }),
    endRecognised: assign(({ context }, { at, answer }: QrPollResult) => ({
      outcome: {
        reason: 'recognised' as const,
        userId: answer.ok ? answer.value.userId : '',
        pending: {
          tokenCode: TYPE_CODES.qr,
          kind: 'approval' as const,
          id: context.shownCode?.qrId ?? '',
          validUntil: at + QR_APPROVAL_LIFETIME,
        },
      },
    })),
    setRefusal: assign(({ context }, polled: QrPollResult): { failure: Failure } => ({
      failure: refusalOf(pollInput(context), polled),
    })),
    endLeft: assign(({ context }) => ({
      outcome: { reason: context.userId === '' ? ('back' as const) : ('other' as const) },
    })),
  },
});
