import * as v from 'valibot';
import { isLoopback } from './loopback.ts';
import { token } from './scim.ts';
import { httpUrl, text, withDescription } from './values.ts';

const isSecure = (url: string): boolean => !URL.canParse(url) || url.startsWith('https:') || isLoopback(url);

const receiver = v.strictObject({
  name: withDescription(
    v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - and _')),
    'Names the receiver in the log, and its stream. It stays as it is.',
  ),
  audience: withDescription(text, 'The `aud` that the receiver looks for.'),
  endpoint: v.pipe(
    httpUrl,
    v.check(isSecure, 'must be https'),
    v.description('Where events are posted to (RFC 8935).'),
  ),
  authorization: v.optional(
    withDescription(text, 'The Authorization header of each post, such as "Bearer …".'),
  ),
  tokens: v.optional(
    withDescription(v.array(token), 'By which the receiver manages its stream; without one it cannot.'),
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
        'must have a name of its own for each',
      ),
      v.description('Who hears that sessions were revoked and credentials have changed; a stream for each.'),
    ),
    [],
  ),
});

export type SignalReceiver = v.InferOutput<typeof receiver>;
