import type { Language } from '#i18n/locale.ts';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { noGatewayMessage, reasonOf } from '#server/login/sending/failure.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { log } from '#server/operations/log.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Pushes, PushSubject } from '#server/storage/repositories/pushes.ts';
import type { Storage } from '#server/storage/storage.ts';
import { choicesFor, newPushId } from './groups.ts';
import { PUSH_MESSAGE } from './message.ts';
import type { NotifyApp } from './web-push/notify-app.ts';

/** The push that a person has requested. */
export type PushRequest = {
  readonly subject: PushSubject;
  /** The UUID of the mobile app that receives the push. */
  readonly to: string;
  readonly browser: string;
  readonly address: string;
  readonly language: Language;
  readonly serviceName: string;
};

type PushOutcome =
  | {
      readonly pushId: string;
      /** The seconds in which the push can be answered. */
      readonly period: number;
      /** False when no notification was sent, so that the person has to open the app. */
      readonly notified?: false;
    }
  /** Not sent, because a push of another session is pending until this time, in epoch milliseconds. */
  | { readonly pendingUntil: number }
  /** Not sent: the error code (spec section 8, 012 family). */
  | { readonly errCode: '012' | '012_3' };

export type SendPush = (request: PushRequest) => Promise<PushOutcome>;

/** Names of the steps of an idempotent request. */
const PUSH_STORED = 'added';
const PUSH_SENT = 'handed';

type Deps = {
  readonly gateway: Outbox | null;
  readonly notifyApp: NotifyApp;
  readonly hasWebApp: (userId: string) => Promise<boolean>;
  readonly pushes: Pushes;
  readonly push: ServerConfig['push'];
  readonly now: Clock;
  readonly random: RandomBytes;
  /** Runs several writes atomically. */
  readonly transaction: Storage['transaction'];
};

/**
 * Creates the function that sends pushes. A push is stored before it is sent, and replaces an earlier push of the same
 * session (rule 84), so that only one push of a session is pending. A server that resumes an idempotent request finds
 * the stored push, and sends it again unless the request has recorded that it was sent.
 */
export const pushSender =
  ({ gateway, notifyApp, hasWebApp, pushes, push: { seconds }, now, random, transaction }: Deps): SendPush =>
  async ({ subject, to, browser, address, language, serviceName }) => {
    const { userId } = subject;
    if (!gateway && !(await hasWebApp(userId))) {
      log.warn(noGatewayMessage('push'));
      return { errCode: '012' };
    }
    const createdAt = now();
    const addPush = async () => {
      const pushId = newPushId(random);
      const requestId = random(16).toString('base64url');
      const pendingUntil = await pushes.add({
        ...subject,
        pushId,
        requestId,
        choices: choicesFor(pushId, random),
        browser,
        address,
        createdAt,
        expiresAt: createdAt + seconds * 1000,
      });
      return { pushId, requestId, pendingUntil };
    };
    /** Sends the notification; false when no notification was sent. */
    const notify = async (requestId: string): Promise<boolean> => {
      const isNotified = await notifyApp(userId, requestId);
      if (isNotified !== null) return isNotified;
      const messageText = PUSH_MESSAGE[subject.purpose][language](serviceName);
      await gateway?.deliver({ channel: 'push', userId, to, at: createdAt, ...messageText });
      return gateway !== null;
    };
    const pushOutcome = (pushId: string, isNotified: boolean) => ({
      pushId,
      period: seconds,
      ...(!isNotified && { notified: false as const }),
    });
    const { pushId, requestId, pendingUntil } = await transaction(() =>
      idempotentRequest().runOnce(PUSH_STORED, addPush),
    );
    if (pendingUntil !== null) return { pendingUntil };
    const wasNotified = await idempotentRequest().resultOf<boolean>(PUSH_SENT);
    if (wasNotified !== undefined) return pushOutcome(pushId, wasNotified);
    try {
      const isNotified = await notify(requestId);
      await idempotentRequest().runOnce(PUSH_SENT, async () => isNotified);
      return pushOutcome(pushId, isNotified);
    } catch (error) {
      log.warn(`The push gateway failed: ${reasonOf(error)}`);
      await idempotentRequest().undo(PUSH_STORED, () => pushes.remove(pushId));
      return { errCode: '012_3' };
    }
  };
