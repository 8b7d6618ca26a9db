import type { Grant, KoaContextWithOIDC } from 'oidc-provider';

/** Grants everything that a service requests. There is no consent page, because all services belong to the company. */
export async function firstPartyGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, account, provider, requestParamOIDCScopes, requestParamClaims } = ctx.oidc;
  if (!client || !account) return undefined;
  const grantId = session?.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = existing ?? new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope([...requestParamOIDCScopes].join(' '));
  grant.addOIDCClaims([...requestParamClaims]);
  await grant.save();
  return grant;
}
