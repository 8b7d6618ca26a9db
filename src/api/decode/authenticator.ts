import { boolean, check, type GenericSchema, nullish, object, pipe, transform, unknown } from 'valibot';
import type { AuthenticatorLookUp } from '#machines/shared/authenticators.ts';
import { DEVICE_FIELDS } from '#src/api/decode/devices.ts';
import { isOn } from '#src/api/decode/fields.ts';

const authenticator = nullish(
  pipe(
    unknown(),
    check((value) => !Array.isArray(value)),
    object(DEVICE_FIELDS),
    transform(({ fido2token, ...tokens }) => ({ ...tokens, passkey: fido2token })),
  ),
  {},
);

/**
 * A licence check. A missing check counts as passed, because the server itself can refuse the registration (rule 99).
 */
const passedByDefault = pipe(nullish(unknown(), true), transform(isOn));

const license = nullish(
  pipe(
    object({ isCheckExpired: passedByDefault, isCheckMax: passedByDefault }),
    transform(({ isCheckExpired, isCheckMax }) => ({
      hasTimeLeft: isCheckExpired,
      isBelowLimit: isCheckMax,
    })),
  ),
  {},
);

/** Decodes the answer of GET /data/sso/authenticator/{userId} (spec section 3, Authenticator response). */
export const authenticatorLookUp: GenericSchema<unknown, AuthenticatorLookUp> = pipe(
  object({ authenticator, license, mustSignIn: nullish(boolean(), false) }),
  transform(({ authenticator: authenticators, license: checks, mustSignIn }) => ({
    authenticators,
    license: checks,
    ...(mustSignIn && { mustSignIn }),
  })),
);
