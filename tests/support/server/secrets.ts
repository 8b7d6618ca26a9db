import type { TestServer } from './server.ts';

/** Returns a set that collects the secrets of all requests and answers: values of fields, tokens and cookies. */
export function watchSecrets(server: TestServer): Set<string> {
  const secrets = new Set<string>();
  const inner = server.app.fetch;
  const fields =
    /"(?:userPassword|otp|answer|pw|ak|accessToken|secondToken|pushId|qrId|challenge|info|phoneNumber|internalMail|privateMail)":"((?:[^"\\]|\\.)+)"/g;
  const collect = (text: string): void => {
    for (const [, value = ''] of text.matchAll(fields)) secrets.add(value.split('|')[0] ?? '');
  };
  server.app.fetch = async (request, ...more) => {
    collect(await request.clone().text());
    for (const [, value = ''] of (request.headers.get('cookie') ?? '').matchAll(/=([^;]+)/g))
      secrets.add(value);
    secrets.add((request.headers.get('authorization') ?? '').replace('Bearer ', ''));
    const response = await inner(request, ...more);
    collect(await response.clone().text());
    return response;
  };
  return secrets;
}
