import type { Hono, MiddlewareHandler } from 'hono';
import type { Env } from '#server/http/env.ts';
import { limitBody } from '#server/http/guard/body-limit.ts';
import { answerIdempotently } from '#server/http/guard/idempotency.ts';
import { refuseNul } from '#server/http/guard/nul.ts';
import { guardStateChanging } from '#server/http/guard/state-changing.ts';
import { CALL_PREFIXES } from '#server/http/page/paths.ts';
import { resolveUserIds } from '#server/http/user-id.ts';
import { NoSuchAddress } from '#server/login/refusal.ts';
import { accountCalls } from './account.ts';
import { auditRefusals } from './audit-refusals.ts';
import type { Call, CallDeps } from './call.ts';
import { declineCalls } from './decline.ts';
import { defaultMethodCalls } from './default-method.ts';
import { deviceNameCalls } from './device-name.ts';
import { devicePushCalls } from './device-push.ts';
import { deviceQrCalls } from './device-qr.ts';
import { deviceSignInCalls } from './device-sign-in.ts';
import { deviceSubscriptionCalls } from './device-subscription.ts';
import { endSignInsCalls } from './end-sign-ins.ts';
import { factorCalls } from './factors.ts';
import { firstOfTwoCalls } from './first-of-two.ts';
import { loginCalls } from './login.ts';
import { mfaCheckCalls } from './mfa-check.ts';
import { passkeyCalls } from './passkey.ts';
import { passkeyOfferCalls } from './passkey-offer.ts';
import { passwordCalls } from './password.ts';
import { passwordGateCalls } from './password-gate.ts';
import { passwordLinkCalls } from './password-link.ts';
import { policyCalls } from './policy.ts';
import { provisioningCalls } from './provisioning.ts';
import { pushCalls } from './push.ts';
import { qrCalls } from './qr.ts';
import { questionCalls } from './questions.ts';
import { registerAppCalls } from './register-app.ts';
import { registerCardCalls } from './register-card.ts';
import { registerPasskeyCalls } from './register-passkey.ts';
import { registerStandardAppCalls } from './register-standard-app.ts';
import { registerYubikeyCalls } from './register-yubikey.ts';
import { sendingCalls } from './sending.ts';
import { serviceCalls } from './service.ts';
import { sessionCalls } from './sessions.ts';
import { summaryCalls } from './summary.ts';
import { verificationCalls } from './verification.ts';

const allCalls = (deps: CallDeps): readonly Call[] => [
  ...summaryCalls(deps),
  ...serviceCalls(deps),
  ...accountCalls(deps),
  ...policyCalls(deps),
  ...passwordGateCalls(deps),
  ...firstOfTwoCalls(deps),
  ...loginCalls(deps),
  ...passkeyCalls(deps),
  ...mfaCheckCalls(deps),
  ...verificationCalls(deps),
  ...questionCalls(deps),
  ...passwordLinkCalls(deps),
  ...passwordCalls(deps),
  ...sendingCalls(deps),
  ...defaultMethodCalls(deps),
  ...pushCalls(deps),
  ...devicePushCalls(deps),
  ...deviceSubscriptionCalls(deps),
  ...deviceNameCalls(deps),
  ...provisioningCalls(deps),
  ...qrCalls(deps),
  ...deviceQrCalls(deps),
  ...registerAppCalls(deps),
  ...registerStandardAppCalls(deps),
  ...registerCardCalls(deps),
  ...registerYubikeyCalls(deps),
  ...registerPasskeyCalls(deps),
  ...passkeyOfferCalls(deps),
  ...endSignInsCalls(deps),
  ...declineCalls(deps),
  ...deviceSignInCalls(deps),
  ...factorCalls(deps),
  ...sessionCalls(deps),
];

const setRoute =
  (route: string): MiddlewareHandler<Env> =>
  async (c, next) => {
    c.set('route', route);
    await next();
  };

const noStore: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
};

/** Mounts the calls, and refuses other methods on their paths (rule 136). */
export function mountCalls(
  app: Hono<Env>,
  deps: CallDeps,
  middleware: readonly MiddlewareHandler<Env>[],
): void {
  const calls = allCalls(deps);
  const stateGuard = guardStateChanging(deps.portal.config.publicUrl);
  const idempotency = answerIdempotently(deps.portal);
  const userIds = resolveUserIds(deps.portal);
  for (const { method, path, handle } of calls) {
    const refusalAudit = auditRefusals(deps.portal, method, path);
    const guards = [stateGuard, limitBody, refuseNul, idempotency, userIds, ...refusalAudit];
    app.on(method, path, setRoute(path), noStore, ...middleware, ...guards, handle);
  }
  for (const path of new Set(calls.map((call) => call.path))) {
    const methods = calls.filter((call) => call.path === path).map(({ method }) => method);
    const allow = methods.includes('GET') ? ['HEAD', ...methods] : methods;
    app.all(path, setRoute(path), noStore, ...middleware, () => {
      throw new NoSuchAddress(allow.join(', '));
    });
  }
}

/** Refuses unknown paths below the prefixes of the calls. */
export function mountUnknownCalls(app: Hono<Env>, middleware: readonly MiddlewareHandler<Env>[]): void {
  for (const prefix of CALL_PREFIXES) {
    app.all(`${prefix}/*`, setRoute(`${prefix}/*`), noStore, ...middleware, () => {
      throw new NoSuchAddress();
    });
  }
}
