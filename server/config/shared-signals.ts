import * as v from 'valibot';
import { isLoopback } from './loopback.ts';
import { bearerToken } from './scim.ts';
import { httpUrl, text, withDescription } from './values.ts';

/** Accepts an invalid URL, too, because `httpUrl` already reports it. */
const isSecure = (url: string): boolean => !URL.canParse(url) || url.startsWith('https:') || isLoopback(url);

const receiver = v.strictObject({
  name: withDescription(
    v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - and _')),
    'Name of the receiver in the log, and of the stream of the receiver; it must not change.',
  ),
  audience: withDescription(text, 'The `aud` that the receiver expects.'),
  endpoint: v.pipe(
    httpUrl,
    v.check(isSecure, 'must be https'),
    v.description('Address to which events are posted (RFC 8935).'),
  ),
  authorization: v.optional(
    withDescription(text, 'The Authorization header of each post, such as "Bearer …".'),
  ),
  tokens: v.optional(
    withDescription(
      v.array(bearerToken),
      'Bearer tokens with which the receiver may manage its stream; by default the receiver may not.',
    ),
    [],
  ),
});

/** Receivers of Shared Signals (OpenID Shared Signals Framework 1.0). */
export const sharedSignals = v.strictObject({
  receivers: v.optional(
    v.pipe(
      v.array(receiver),
      v.check(
        (all) => new Set(all.map(({ name }) => name)).size === all.length,
        'must have a different name for each receiver',
      ),
      v.description(
        'Receivers of events about revoked sessions and changed credentials; each has one stream.',
      ),
    ),
    [],
  ),
});

export type SignalReceiver = v.InferOutput<typeof receiver>;
