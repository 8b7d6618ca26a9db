import * as v from 'valibot';
import { described, origin } from './values.ts';

const host = v.pipe(
  v.string(),
  v.check(
    (value) => URL.canParse(`https://${value}`) && new URL(`https://${value}`).hostname === value,
    'must be a host name such as login.example.com',
  ),
);

/** The domains at which passkeys are used (decision 255). */
export const passkeys = v.strictObject({
  rpId: v.optional(
    described(
      host,
      "Host that the passkeys belong to: the portal's own, a domain above it, or another one that names this portal among its relatedOrigins. The portal's own when it is not said. Passkeys of another host are lost by a change.",
    ),
  ),
  relatedOrigins: v.optional(
    v.pipe(
      v.array(origin),
      v.description(
        'Origins of the company at other domains that may use the passkeys of this host; served at /.well-known/webauthn.',
      ),
    ),
    [],
  ),
});
