import * as v from 'valibot';
import { isReadableHash } from '#server/hashes/kinds.ts';

/** A schema with its description for docs/config.schema.json. */
export const withDescription = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

/** A text that is not empty. */
export const text = v.pipe(v.string(), v.minLength(1, 'must not be empty'));

/** A hash of a supported kind; `cli/hash-password.ts` prints such a hash. */
export const passwordHash = v.pipe(v.string(), v.check(isReadableHash, 'must be a hash of a supported kind'));

/** A text in both languages. */
export const localized = v.strictObject({
  ko: withDescription(text, 'In Korean.'),
  en: withDescription(text, 'In English.'),
});

const parseUrl = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null);

const isHttp = (value: string): boolean => /^https?:$/.test(parseUrl(value)?.protocol ?? '');

/** An absolute http(s) URL without credentials. */
export const httpUrl = v.pipe(
  v.string(),
  v.check(isHttp, 'must be an absolute http or https URL'),
  v.check(
    (value) => !parseUrl(value)?.username && !parseUrl(value)?.password,
    'must not contain credentials',
  ),
);

/** An origin: scheme, host and port. It has no path, because the portal is served at '/' (spec section 1). */
export const origin = v.pipe(
  v.string(),
  v.check(
    (value) => isHttp(value) && parseUrl(value)?.origin === value,
    'must be an origin such as https://login.example.com: no path, no trailing slash',
  ),
);

/** Schemes that run script or read data of the browser or its machine. */
const UNSAFE_SCHEMES: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);

function isRedirectable(value: string): boolean {
  const url = parseUrl(value);
  return url !== null && !UNSAFE_SCHEMES.has(url.protocol);
}

/** A URI to which a browser may return, without a fragment (RFC 6749, 3.1.2). Apps may have schemes of their own. */
export const redirectUri = v.pipe(
  v.string(),
  v.check(isRedirectable, 'must be an absolute URI that a browser may be sent to'),
  v.check((value) => !value.includes('#'), 'must not have a fragment'),
);

/** A calendar date, such as 2026-01-31. */
export const date = v.pipe(v.string(), v.isoDate('must be a date such as 2026-01-31'));

const timeOfDay = v.pipe(v.string(), v.isoTime('must be a time of day such as 09:00'));

/** Hours of the day in the server's time zone; an empty range when `from` equals `until`. */
export const hours = v.strictObject({
  from: withDescription(timeOfDay, 'First minute, such as 09:00.'),
  until: withDescription(
    timeOfDay,
    'End, such as 18:00, which is not included. If it is before `from`, the hours include midnight.',
  ),
});

/** The days on which something is valid. */
export const period = v.strictObject({
  from: v.optional(withDescription(date, 'First day, such as 2026-01-31; by default there is no first day.')),
  until: v.optional(withDescription(date, 'Last day; by default there is no last day.')),
});

/** A whole number of at least `min`. */
export const wholeNumber = (min: number) =>
  v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(min, `must be at least ${min}`));

export type Localized = v.InferOutput<typeof localized>;
export type Hours = v.InferOutput<typeof hours>;
export type Period = v.InferOutput<typeof period>;
