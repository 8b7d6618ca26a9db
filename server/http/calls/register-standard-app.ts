import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { DEFAULT_NAME } from '#server/config/branding.ts';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { matchFirstCode } from '#server/login/methods/mobile-otp.ts';
import { timeStep } from '#server/login/otp/one-time-password.ts';
import { APP_OTP } from '#server/login/provision/registration.ts';
import { keyUri, newAuthenticatorSecret } from '#server/login/provision/standard.ts';
import { Refusal } from '#server/login/refusal.ts';
import { beginAttempt } from '#server/login/registration/begin-attempt.ts';
import { recordedIdentityCheck } from '#server/login/registration/check-channels.ts';
import {
  checkLicense,
  checkStandardApp,
  requireRegistrationOf,
  saveFactor,
} from '#server/login/registration/checks.ts';
import { draftOwner, type OpenRegistration } from '#server/login/registration/open.ts';
import { reportRegistered } from '#server/login/registration/report-change.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { AttemptLimit } from '#server/storage/repositories/registration-attempts.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import type { Call, CallDeps } from './call.ts';

const secretBody = v.object({ userId: idField });
const codeBody = v.object({ userId: idField, otp: v.string() });

const DRAFT_KIND = 'standard-app';
const SECRET_LIFETIME_MS = 300_000;
const CODE_LIMIT: AttemptLimit = { kind: 'app-code', max: 5, windowMs: 30 * 60_000 };

/** The calls with which a person registers a standard authenticator instead of the mobile app (rule 271). */
export function registerStandardAppCalls({ portal }: CallDeps): readonly Call[] {
  const { registrationDrafts: drafts, registrationAttempts: attempts, config, now, random } = portal;

  const open = async (c: Ctx, userId: string): Promise<OpenRegistration> => {
    const registration = await requireRegistrationOf(portal, callerOf(c), userId, FACTOR_TYPES.mobileApp);
    await checkStandardApp(portal, registration);
    return registration;
  };

  return [
    {
      method: 'POST',
      path: '/data/portal/mobileapp/provision/standard/secret',
      async handle(c) {
        const { userId } = await readBody(c, secretBody);
        const registration = await open(c, userId);
        const secret = newAuthenticatorSecret(random);
        await drafts.put(draftOwner(registration), DRAFT_KIND, secret, SECRET_LIFETIME_MS);
        const issuer = (config.branding.name ?? DEFAULT_NAME)[c.get('language')];
        return answer(c, { secret, uri: keyUri(issuer, registration.account.userId, secret) });
      },
    },
    {
      method: 'POST',
      path: '/data/portal/mobileapp/provision/standard',
      async handle(c) {
        const { userId, otp } = await readBody(c, codeBody);
        const registration = await open(c, userId);
        const secret = await drafts.find(draftOwner(registration), DRAFT_KIND);
        if (secret === null) throw new Refusal(400, 'secretExpired');
        if (!/^\d+$/.test(otp) || otp.length !== APP_OTP.digits) throw new Refusal(400, '005_4');
        await beginAttempt(attempts, userId, CODE_LIMIT);
        const key = { secret, digits: APP_OTP.digits, algorithm: 'SHA1' } as const;
        const standard = matchFirstCode(otp, key, timeStep(now(), APP_OTP.period));
        if (!standard) throw new Refusal(400, '005_1');
        const app = { uuid: randomUUID(), os: '', appVersion: '', deviceName: '', secret };
        const identityCheck = await recordedIdentityCheck(
          portal,
          registration.account,
          registration.identityMethod,
        );
        await saveFactor(portal, callerOf(c), userId, FACTOR_TYPES.mobileApp, async () => {
          if ((await drafts.take(draftOwner(registration), DRAFT_KIND)) !== secret)
            throw new Refusal(400, 'secretExpired');
          await portal.registrations.replaceApp(
            userId,
            { ...app, ...APP_OTP, offline: true, standard },
            identityCheck,
            async () => checkLicense(portal, userId),
          );
          await attempts.succeed(userId, CODE_LIMIT.kind);
          await idempotentRequest().settle({}, []);
        });
        await reportRegistered(portal, registration, FACTOR_TYPES.mobileApp, app.uuid);
        return answer(c);
      },
    },
  ];
}
