import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { Ctx, Env } from '#server/http/env.ts';
import { pathUserId, queryUserId } from '#server/http/user-id.ts';
import type { AccountStores, Runtime, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { AuditEvent } from '#server/operations/audit/event.ts';

type RefusalEvent = Extract<AuditEvent['event'], `${string}.refused`>;

/** Audit events of refused calls, by method and path. */
const REFUSAL_EVENTS: Readonly<Record<string, RefusalEvent>> = {
  'POST /auth/policy/check': 'login.refused',
  'POST /login/password': 'login.refused',
  'POST /login/oidc': 'login.refused',
  'POST /authenticate': 'login.refused',
  'POST /auth/oauth2/mfa/check': 'identity.refused',
  'POST /data/sso/accounts/:userId/verification': 'identity.refused',
  'POST /data/sso/password/answer/verification': 'identity.refused',
  'POST /data/sso/password/ak/verification': 'password.refused',
  'PUT /pw': 'password.refused',
  'POST /pw': 'password.refused',
  'POST /data/portal/default': 'factor.refused',
  'POST /data/portal/hwotp/verification': 'factor.refused',
  'POST /data/portal/yubikey/mapping': 'factor.refused',
  'POST /finish': 'factor.refused',
  'POST /data/portal/passkey-offer/finish': 'factor.refused',
  'POST /data/portal/mobileapp/provision/offline': 'factor.refused',
  'POST /data/portal/mobileapp/provision/standard': 'factor.refused',
  'PUT /data/portal/factors/:factorId': 'factor.refused',
  'DELETE /data/portal/factors/:factorId': 'factor.refused',
};

const idsBody = v.object({ userId: v.optional(v.string(), ''), clientId: v.optional(v.string(), '') });

function idsIn(body: string): v.InferOutput<typeof idsBody> {
  try {
    const parsed = v.safeParse(idsBody, JSON.parse(body));
    if (parsed.success) return parsed.output;
  } catch {
    // A malformed body has no IDs.
  }
  return { userId: '', clientId: '' };
}

/** Reasons that are recorded instead of the error code. The error code of these refusals, such as 002, says less. */
const RECORDED_REASONS: readonly string[] = ['networkNotAllowed', 'accountDormant', 'signInShut'];

const resultOf = ({ errCode, extras: { reason } }: Refusal): string =>
  reason !== undefined && RECORDED_REASONS.includes(reason) ? reason : errCode;

/**
 * Middleware that records the refusals of a call in the audit. Only existing accounts and clients are recorded: any
 * other value may be a password that was typed into the wrong field.
 */
export function auditRefusals(
  portal: Runtime & Settings & AccountStores,
  method: string,
  path: string,
): readonly MiddlewareHandler<Env>[] {
  const event = REFUSAL_EVENTS[`${method} ${path}`];
  if (!event) return [];
  const auditFields = async (c: Ctx) => {
    const sentIds = idsIn(await c.req.text());
    const userIdOfBody = sentIds.userId === '' ? '' : await c.get('userIdOf')(sentIds.userId);
    const userId = userIdOfBody || (await pathUserId(c)) || (await queryUserId(c));
    const { client = portal.client(sentIds.clientId)?.clientId ?? '', method: attemptedMethod = '' } =
      c.get('attempt') ?? {};
    return { account: (await portal.accounts.find(userId))?.userId ?? '', client, method: attemptedMethod };
  };
  return [
    async (c, next) => {
      await next();
      if (c.error instanceof Refusal)
        portal.audit({ event, ...(await auditFields(c)), result: resultOf(c.error) });
    },
  ];
}
