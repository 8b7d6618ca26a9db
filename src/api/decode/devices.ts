import { check, looseObject, nullish, pipe, string, transform, union, unknown } from 'valibot';
import { textOrNumber } from '#src/api/decode/fields.ts';

const SEPARATOR = ' · ';

/**
 * Decodes a registered device into the text that is displayed: a text as it is, or the `shownFields` of an object. The
 * result is `null`, which means that no device is registered, for a missing value, null or an empty text. It is an
 * empty text for an object without any of the fields.
 */
const device = (...shownFields: readonly string[]) =>
  nullish(
    union([
      pipe(
        string(),
        transform((value): string | null => (value === '' ? null : value)),
      ),
      pipe(
        unknown(),
        check((value) => !Array.isArray(value)),
        looseObject({}),
        transform((values): string | null =>
          shownFields
            .map((name) => textOrNumber(values[name]))
            .filter(Boolean)
            .join(SEPARATOR),
        ),
      ),
    ]),
    '',
  );

const yubikey = device('serialNumber', 'modelCode', 'publicId');

/** The schemas of the devices in the `userToken` of a policy and in the authenticator look-up (spec section 3). */
export const DEVICE_FIELDS = {
  mobileApp: device('deviceName', 'os', 'appVersion'),
  otpCard: device('serialNumber', 'modelCode', 'companyName', 'registrationDate'),
  yubikeyFirst: yubikey,
  yubikeySecond: yubikey,
  fido2token: device('name', 'registrationDate'),
};
