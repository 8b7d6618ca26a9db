/**
 * A value whose key contains one of these words is hidden. Keys are split into words: `secondToken` and `akData` match,
 * `passkeySupport` does not.
 */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  'again',
  'ak',
  'answer',
  'assertion',
  'authorization',
  'challenge',
  'code',
  'confirmation',
  'cookie',
  'credential',
  'handle',
  'key',
  'mac',
  'modulus',
  'otp',
  'passwd',
  'password',
  'pin',
  'proof',
  'pwd',
  'secret',
  'signature',
  'token',
]);

/** Words of generic keys: their text may be anything, such as a received code. */
const GENERIC_WORDS: ReadonlySet<string> = new Set([
  'data',
  'given',
  'input',
  'output',
  'result',
  'text',
  'typed',
  'value',
]);

/** Keys that look secret but hold names of methods (`wire/type-codes.ts`) or errors (section 8). */
const PUBLIC_KEYS: ReadonlySet<string> = new Set([
  'errCode',
  'fixedToken',
  'secondTokenPriority',
  'tokenCode',
  'userTokens',
]);

/** Whether `code` of this object names an error, a method or a chosen token, and is not typed by a person. */
const hasPublicCode = (holder: Readonly<Record<string, unknown>>): boolean =>
  holder['kind'] === 'rejected' || holder['screen'] === 'method' || holder['type'] === 'token.switch';

const MAX_DEPTH = 12;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const QUERY_VALUE = /([?&#])([^=&#\s]+)=([^&#\s]+)/g;

const wordsOf = (key: string): readonly string[] =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''));

/** Whether texts and numbers of this key are never shown. */
export const isSecretKey = (key: string): boolean =>
  !PUBLIC_KEYS.has(key) && wordsOf(key).some((word) => SECRET_WORDS.has(word));

const isGenericKey = (key: string): boolean => wordsOf(key).some((word) => GENERIC_WORDS.has(word));

/** The placeholder of a hidden value: its type, and whether it is empty. */
const placeholderOf = (value: string | number | bigint): string =>
  value === '' ? '' : `‹hidden ${typeof value === 'string' ? 'text' : 'number'}›`;

/** Masks a text: JSON Web Tokens, and the query values of an address whose key is secret. */
const maskedText = (text: string): string =>
  text
    .replace(QUERY_VALUE, (pair, mark: string, key: string) =>
      isSecretKey(key) ? `${mark}${key}=‹hidden text›` : pair,
    )
    .replace(JWT, '‹hidden text›');

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

type MaskContext = {
  /** Below a secret key: no text or number is shown at any depth. */
  readonly isSecret: boolean;
  /** Directly below a generic key: no text is shown. */
  readonly isGeneric: boolean;
  readonly ancestors: readonly object[];
};

function maskedObject(value: object, context: MaskContext): unknown {
  if (value instanceof Error) return `${value.name}: ${maskedText(value.message)}`;
  if (!Array.isArray(value) && !isPlain(value)) return `‹${value.constructor.name}›`;
  if (context.ancestors.includes(value) || context.ancestors.length >= MAX_DEPTH) return '‹…›';
  const ancestors = [...context.ancestors, value];
  if (Array.isArray(value)) return value.map((item) => maskValue(item, { ...context, ancestors }));
  const holder = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(holder).map(([key, inner]) => {
      const isPublic = key === 'code' && hasPublicCode(holder);
      const isSecret = context.isSecret || (isSecretKey(key) && !isPublic);
      return [key, maskValue(inner, { isSecret, isGeneric: isGenericKey(key), ancestors })];
    }),
  );
}

function maskValue(value: unknown, context: MaskContext): unknown {
  if (typeof value === 'string') {
    return context.isSecret || context.isGeneric ? placeholderOf(value) : maskedText(value);
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return context.isSecret ? placeholderOf(value) : Number(value);
  }
  if (typeof value === 'function' || typeof value === 'symbol') return `‹${typeof value}›`;
  return typeof value === 'object' && value !== null ? maskedObject(value, context) : value;
}

/**
 * A copy of a snapshot or an event that is safe to show. Hidden are the values of secret keys, the texts of generic keys,
 * and secrets in the query of an address. Booleans and null stay: whether a value exists is no secret.
 */
export const mask = (value: unknown): unknown =>
  maskValue(value, { isSecret: false, isGeneric: true, ancestors: [] });
