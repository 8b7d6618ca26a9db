import type { SendCall } from '#wire/server-portal.ts';

/** Functions with which the client reads values of the portal and reports events to it. */
export type ClientHooks = {
  /** Returns the locale for the header `X-Language`. */
  readonly language: () => string;
  /** Returns the stored access token; empty if no token is stored. */
  readonly accessToken: () => string;
  /** Returns the key of the challenge check (rule 05); empty if the portal has no key. */
  readonly challengeKey: () => string;
  /** Returns the server's time minus the device's time when the page was loaded, in milliseconds (rule 06). */
  readonly skewMs: () => number;
  /** Called with each challenge token of an answer. A token without dots is also the new key (rule 05). */
  readonly onChallenge: (token: string) => void;
  /** Called if an answer leads to /error: it has the redirect header or a wrong challenge token (rules 01, 04, 167). */
  readonly onErrorPage: (reason: 'header' | 'challenge') => void;
  /** Called when the server itself has answered a call, with any status. `sentAt`: epoch milliseconds of the call. */
  readonly onAnswer: (sentAt: number) => void;
  /** Called when the server has answered a call with the stored token with 401 (rule 134). */
  readonly onSessionExpired: () => void;
};

export type ClientOptions = {
  /** Returns the time of the device in epoch milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Returns the time of a monotonic clock of the device in milliseconds. Default: `performance.now`. */
  readonly elapsed?: () => number;
  /** Sends a call. Default: `sendWithKy` of `src/api/client.ts`. */
  readonly send?: SendCall;
};
