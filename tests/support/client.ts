import { type Client, createClient, sendWithKy } from '#src/api/client.ts';
import type { ClientHooks, ClientOptions } from '#src/api/client-options.ts';

/** The origin of the portal in the tests of its calls. */
export const PORTAL_ORIGIN = 'https://portal.example';

/** The portal's client with an empty session; it reports events only to the given `hooks`. */
export function clientWith(hooks: Partial<ClientHooks> = {}, options: ClientOptions = {}): Client {
  return createClient(
    {
      language: () => 'en',
      accessToken: () => '',
      challengeKey: () => '',
      skewMs: () => 0,
      onChallenge: () => undefined,
      onErrorPage: () => undefined,
      onAnswer: () => undefined,
      onSessionExpired: () => undefined,
      ...hooks,
    },
    { send: sendWithKy({ base: PORTAL_ORIGIN }), ...options },
  );
}
