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
