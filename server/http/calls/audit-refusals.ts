import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { Ctx, Env } from '#server/http/env.ts';
import { pathUserId, queryUserId } from '#server/http/user-id.ts';
import type { AccountStores, Runtime, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { AuditEvent } from '#server/operations/audit/event.ts';

type RefusalEvent = Extract<AuditEvent['event'], `${string}.refused`>;

/** The calls whose refusal somebody may have to answer for, by method and path. */
const AUDITED: Readonly<Record<string, RefusalEvent>> = {
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

const naming = v.object({ userId: v.optional(v.string(), ''), clientId: v.optional(v.string(), '') });

function namedIn(body: string): v.InferOutput<typeof naming> {
  try {
    const parsed = v.safeParse(naming, JSON.parse(body));
    if (parsed.success) return parsed.output;
  } catch {
    // A body that cannot be read names nobody.
  }
  return { userId: '', clientId: '' };
}

/** Reasons that say more than a code of the 002 family. */
const SPECIFIC: readonly string[] = ['networkNotAllowed', 'accountDormant', 'signInShut'];

const resultOf = ({ errCode, extras: { reason } }: Refusal): string =>
  reason !== undefined && SPECIFIC.includes(reason) ? reason : errCode;

/**
 * Writes down that a call was refused, for whom and why. Only an account and a client that are there are named: what
 * else stands in those fields may be a password that was typed into the wrong one.
 */
export function auditRefusals(
  portal: Runtime & Settings & AccountStores,
  method: string,
  path: string,
): readonly MiddlewareHandler<Env>[] {
  const event = AUDITED[`${method} ${path}`];
  if (!event) return [];
  const about = async (c: Ctx) => {
    const named = namedIn(await c.req.text());
    const inBody = named.userId === '' ? '' : await c.get('userIdOf')(named.userId);
    const userId = inBody || (await pathUserId(c)) || (await queryUserId(c));
    const { client = portal.client(named.clientId)?.clientId ?? '', method: by = '' } =
      c.get('attempt') ?? {};
    return { account: (await portal.accounts.find(userId))?.userId ?? '', client, method: by };
  };
  return [
    async (c, next) => {
      await next();
      if (c.error instanceof Refusal) portal.audit({ event, ...(await about(c)), result: resultOf(c.error) });
    },
  ];
}
