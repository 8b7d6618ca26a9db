import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { wireClientId } from '#server/config/problems.ts';
import { answer } from '#server/http/answer.ts';
import { bearerOf, callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import { pathUserId, queryUserId } from '#server/http/user-id.ts';
import { appOpeningLink, qrCodeText } from '#server/login/provision/app-link.ts';
import { draftName } from '#server/login/provision/draft-name.ts';
import {
  CLIENT_KEY_PATTERN,
  comparisonCode,
  newOfflineAk,
  offlineSecret,
} from '#server/login/provision/offline.ts';
import { APP_LINK_ERRORS, APP_OTP } from '#server/login/provision/registration.ts';
import { Refusal } from '#server/login/refusal.ts';
import { recordedIdentityCheck } from '#server/login/registration/check-channels.ts';
import {
  checkApp,
  checkLicense,
  requireRegistrationOf,
  saveFactor,
} from '#server/login/registration/checks.ts';
import {
  draftOwner,
  type OpenRegistration,
  renewRegistration,
  requireRegistration,
} from '#server/login/registration/open.ts';
import { reportRegistered } from '#server/login/registration/report-change.ts';
import { provisionMessage } from '#server/login/sending/provision-message.ts';
import { tooManySends } from '#server/login/sending/too-many-sends.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { tenantOf } from '#wire/tenant.ts';
import type { Call, CallDeps } from './call.ts';

const linkBody = v.object({ userId: idField, ak: v.string(), clientId: idField });
const qrBody = v.object({ userId: idField, ipAddress: v.pipe(v.string(), v.maxLength(64)) });
const keyBody = v.object({ userId: idField, clientKey: v.string() });
const offlineBody = v.object({ userId: idField, osType: v.picklist(['android', 'ios']) });

const WAITING_DRAFT = 'app';
const OFFLINE_DRAFT = 'offline-app';
const DRAFT_LIFETIME_MS = 300_000;
const WAITING_DRAFT_LIFETIME_MS = 2 * DRAFT_LIFETIME_MS;

/**
 * Completed step of an idempotent request: the gateway has accepted the message. A server that resumes the request does
 * not send the message again.
 */
const LINK_SENT = 'handed';

const offlineDraft = v.object({ ak: v.string(), secret: v.string() });

const SYSTEMS = { android: 'Android', ios: 'iOS' } as const;

/**
 * The calls with which a person registers the mobile app: with a link by SMS, with a QR code, with typed digits, or as
 * an offline app (rules 207 to 210).
 */
export function registerAppCalls({ portal, sends, failures }: CallDeps): readonly Call[] {
  const { provisionLinks, registrationDrafts: drafts, random } = portal;

  /** Stores a draft that waits for an app. It replaces the earlier draft of the same registration. */
  const newDraft = async (open: OpenRegistration): Promise<string> => {
    const draft = draftName(open.identityMethod, random);
    await drafts.put(draftOwner(open), WAITING_DRAFT, draft, WAITING_DRAFT_LIFETIME_MS);
    return draft;
  };

  const open = async (
    c: Ctx,
    userId: string,
    appMethod: 'sms' | 'qrCode' | 'offline',
  ): Promise<OpenRegistration> => {
    const registration = await requireRegistrationOf(portal, callerOf(c), userId, FACTOR_TYPES.mobileApp);
    await checkApp(portal, registration, appMethod);
    return registration;
  };

  /**
   * Issues a link or code in the transaction that checks that the registration is open. When the registration ends
   * afterwards, the link or code can therefore be ended, too.
   */
  const issueWhileOpen = <Issued>(
    c: Ctx,
    userId: string,
    appMethod: 'sms' | 'qrCode',
    issue: (registration: OpenRegistration, draft: string) => Promise<Issued>,
  ): Promise<Issued> =>
    portal.transaction(async () => {
      const registration = await open(c, userId, appMethod);
      return issue(registration, await newDraft(registration));
    });

  const requireOfflineDraft = async (registration: OpenRegistration) => {
    const storedDraft = await drafts.find(draftOwner(registration), OFFLINE_DRAFT);
    if (storedDraft === null) throw new Refusal(400, 'offlineExpired');
    return v.parse(offlineDraft, JSON.parse(storedDraft));
  };

  const sendLink = async (c: Ctx): Promise<Response> => {
    const { userId, ak, clientId } = await readBody(c, linkBody);
    const registration = await open(c, userId, 'sms');
    const { session, account, subject, address } = registration;
    const matchesRegistration =
      wireClientId(clientId) === subject.clientId && c.req.param('tenant') === tenantOf(subject.clientId);
    if (!matchesRegistration) throw new Refusal(400, 'malformed');
    const link = await provisionLinks.find(ak);
    if (link.state !== 'open') throw new Refusal(404, APP_LINK_ERRORS[link.state]);
    if (link.userId !== userId) throw new Refusal(404, 'urlInvalid');
    if (account.phoneNumber === null) throw new Refusal(400, '006');

    const permit = await sends.begin({ userId, address, session: session.key, hasProvedMethod: true });
    if (!permit.isAllowed) throw tooManySends(permit.retryAfterSeconds);
    const language = c.get('language');
    const serviceName = portal.client(subject.clientId)?.serviceName[language] ?? '';
    const isSent = await idempotentRequest().resultOf(LINK_SENT);
    const outcome = isSent
      ? 'sent'
      : await portal.notify({
          channel: 'sms',
          userId,
          to: account.phoneNumber,
          ...provisionMessage(`${portal.config.publicUrl}/provisioning?ak=${ak}`, language, serviceName),
        });
    if (outcome !== 'sent') {
      await permit.uncount();
      throw new Refusal(500, outcome.errCode, outcome.reason === undefined ? {} : { reason: outcome.reason });
    }
    await idempotentRequest().runOnce(LINK_SENT, async () => true);
    if (!(await provisionLinks.restartLifetime(ak, userId))) throw new Refusal(404, 'urlUsed');
    return answer(c);
  };

  /**
   * Answers the page with the text of a QR code, and the phone, on which the digits were typed, with an app link. Only
   * the page sends a bearer token.
   */
  const answerSchema = async (c: Ctx): Promise<Response> => {
    const authCode = c.req.query('authCode') ?? '';
    const countedTry = await countTry(c, failures, portal.config);
    const isCalledByPage = bearerOf(c) !== '';
    const ak = await provisionLinks.akOf(authCode, isCalledByPage ? 'scanned' : 'typed');
    const link = /^\d{16}$/.test(authCode) ? await provisionLinks.find(ak) : ({ state: 'unknown' } as const);
    if (link.state !== 'unknown') await countedTry.uncount();
    if (link.state !== 'open') throw new Refusal(404, APP_LINK_ERRORS[link.state]);
    if (isCalledByPage) await open(c, link.userId, 'qrCode');
    return answer(c, {
      schema: isCalledByPage ? qrCodeText(portal, ak) : await appOpeningLink(portal, ak, link),
    });
  };

  return [
    {
      method: 'GET',
      path: '/data/portal/mobileapp/provision/generation/:userId',
      async handle(c) {
        const userId = await pathUserId(c);
        const ak = await issueWhileOpen(c, userId, 'sms', ({ account }, draft) => {
          if (account.phoneNumber === null) throw new Refusal(400, '006');
          return provisionLinks.issue(userId, draft);
        });
        return answer(c, { ak });
      },
    },
    { method: 'POST', path: '/noti/mobileapp/provision/link/:tenant', handle: sendLink },
    {
      method: 'GET',
      path: '/data/portal/mobileapp/provision',
      async handle(c) {
        const registration = await requireRegistration(portal, callerOf(c), await queryUserId(c));
        const draft = await drafts.find(draftOwner(registration), WAITING_DRAFT);
        const result = draft !== null && (await provisionLinks.isRegistered(draft));
        if (result) await renewRegistration(portal, registration);
        return answer(c, { result });
      },
    },
    {
      method: 'POST',
      path: '/data/portal/mobileapp/provision/qr',
      async handle(c) {
        const { userId } = await readBody(c, qrBody);
        const code = await issueWhileOpen(c, userId, 'qrCode', (_, draft) =>
          provisionLinks.issueCode(userId, draft),
        );
        return answer(c, code);
      },
    },
    { method: 'GET', path: '/data/portal/mobileapp/provision/schema', handle: answerSchema },
    {
      method: 'POST',
      path: '/data/portal/mobileapp/provision/offline/code',
      async handle(c) {
        const { userId, clientKey } = await readBody(c, keyBody);
        const registration = await open(c, userId, 'offline');
        if (!CLIENT_KEY_PATTERN.test(clientKey)) throw new Refusal(400, 'clientKey');
        const ak = newOfflineAk(random);
        const draft = JSON.stringify({ ak, secret: offlineSecret(clientKey, ak) });
        await drafts.put(draftOwner(registration), OFFLINE_DRAFT, draft, DRAFT_LIFETIME_MS);
        return answer(c);
      },
    },
    {
      method: 'GET',
      path: '/data/portal/mobileapp/provision/offline/code/:userId',
      async handle(c) {
        const { ak } = await requireOfflineDraft(await open(c, await pathUserId(c), 'offline'));
        return answer(c, { ak });
      },
    },
    {
      method: 'GET',
      path: '/data/portal/mobileapp/provision/offline/otp/:userId',
      async handle(c) {
        const { secret } = await requireOfflineDraft(await open(c, await pathUserId(c), 'offline'));
        return answer(c, { otp: comparisonCode(secret) });
      },
    },
    {
      method: 'POST',
      path: '/data/portal/mobileapp/provision/offline',
      async handle(c) {
        const { userId, osType } = await readBody(c, offlineBody);
        const registration = await open(c, userId, 'offline');
        const { secret } = await requireOfflineDraft(registration);
        const app = { uuid: randomUUID(), os: SYSTEMS[osType], appVersion: '', deviceName: '', secret };
        const identityCheck = await recordedIdentityCheck(
          portal,
          registration.account,
          registration.identityMethod,
        );
        await saveFactor(portal, callerOf(c), userId, FACTOR_TYPES.mobileApp, async () => {
          if ((await drafts.take(draftOwner(registration), OFFLINE_DRAFT)) === null)
            throw new Refusal(400, 'offlineExpired');
          await portal.registrations.replaceApp(
            userId,
            { ...app, ...APP_OTP, offline: true },
            identityCheck,
            async () => checkLicense(portal, userId),
          );
          await idempotentRequest().settle({}, []);
        });
        await reportRegistered(portal, registration, FACTOR_TYPES.mobileApp, app.uuid);
        return answer(c);
      },
    },
  ];
}
