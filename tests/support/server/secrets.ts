import type { AuditLine } from '#server/operations/audit/line.ts';
import type { TestServer } from './server.ts';

/** Returns a set that collects the secrets in all requests and responses: values of fields, tokens and cookies. */
export function watchSecrets(server: TestServer): Set<string> {
  const secrets = new Set<string>();
  const originalFetch = server.app.fetch;
  const secretFields =
    /"(?:userPassword|otp|answer|pw|ak|accessToken|secondToken|pushId|qrId|challenge|info|phoneNumber|internalMail|privateMail)":"((?:[^"\\]|\\.)+)"/g;
  const collect = (text: string): void => {
    for (const [, value = ''] of text.matchAll(secretFields)) secrets.add(value.split('|')[0] ?? '');
  };
  server.app.fetch = async (request, ...more) => {
    collect(await request.clone().text());
    for (const [, value = ''] of (request.headers.get('cookie') ?? '').matchAll(/=([^;]+)/g))
      secrets.add(value);
    secrets.add((request.headers.get('authorization') ?? '').replace('Bearer ', ''));
    const response = await originalFetch(request, ...more);
    collect(await response.clone().text());
    return response;
  };
  return secrets;
}

/** The secrets that can be searched for: shorter ones are parts of other words. */
export const longSecrets = (secrets: ReadonlySet<string>): readonly string[] =>
  [...secrets].filter((secret) => secret.length > 3);

/** The secrets that audit lines contain. The ID of the request is not searched. */
export function secretsIn(lines: readonly AuditLine[], secrets: ReadonlySet<string>): readonly string[] {
  const text = JSON.stringify(lines.map(({ request: _id, ...line }) => line));
  return longSecrets(secrets).filter((secret) => text.includes(secret));
}
