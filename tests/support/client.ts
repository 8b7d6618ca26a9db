import {
  type Client,
  type ClientHooks,
  type ClientOptions,
  createClient,
  sendByKy,
} from '#src/api/client.ts';

/** Where the portal stands in the tests of its calls. */
export const BASE = 'https://portal.example';

/** The portal's client, whose session is empty and is told nothing unless `hooks` say otherwise. */
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
    { send: sendByKy({ base: BASE }), ...options },
  );
}
