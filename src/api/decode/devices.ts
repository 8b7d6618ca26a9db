import { check, looseObject, nullish, pipe, string, transform, union, unknown } from 'valibot';
import { textOrNumber } from '#src/api/decode/fields.ts';

const SEPARATOR = ' · ';

/**
 * A registered device, as a text or as an object whose `shownFields` are displayed. Missing, null and an
 * empty text are `null`: not registered. An object that has none of the values is `''`.
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

/** The devices of a policy's userToken and of the authenticator look-up (spec section 3). */
export const DEVICE_FIELDS = {
  mobileApp: device('deviceName', 'os', 'appVersion'),
  otpCard: device('serialNumber', 'modelCode', 'companyName', 'registrationDate'),
  yubikeyFirst: yubikey,
  yubikeySecond: yubikey,
  fido2token: device('name', 'registrationDate'),
};
