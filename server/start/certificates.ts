import { X509Certificate } from 'node:crypto';
import type { ServerConfig } from '#server/config/schema.ts';

type CertifiedEngine = { certificateExpiresAt?(): Promise<number> };

/**
 * Expiry of the certificates of the portal's SAML key and of services, in epoch milliseconds, by name. Services of a
 * federation are skipped, because their certificates are valid as long as the metadata of the federation.
 */
export async function certificatesOf(
  { serviceProviders }: ServerConfig,
  engines: readonly CertifiedEngine[],
): Promise<Readonly<Record<string, number>>> {
  const samlExpiries = await Promise.all(engines.flatMap((engine) => engine.certificateExpiresAt?.() ?? []));
  const serviceExpiries = serviceProviders.flatMap(({ federation, serviceId, metadata }) => {
    if (federation !== undefined) return [];
    const expiries = metadata.certificates.map((pem) => Date.parse(new X509Certificate(pem).validTo));
    return expiries.length > 0 ? [[`service ${serviceId}`, Math.max(...expiries)] as const] : [];
  });
  return Object.fromEntries([...samlExpiries.map((until) => ['saml', until] as const), ...serviceExpiries]);
}
