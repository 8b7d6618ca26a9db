/**
 * Words of keys whose values are hidden. Only whole words count: the keys `secondToken` and `akData` match, the key
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

/** Words of keys that may have any text as a value, such as a received code. */
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

/**
 * Keys with a secret word whose values are not secret: codes of methods (`wire/type-codes.ts`) or errors (spec section
 * 8).
 */
const PUBLIC_KEYS: ReadonlySet<string> = new Set([
  'errCode',
  'fixedToken',
  'secondTokenPriority',
  'tokenCode',
  'userTokens',
]);

/** Whether the value `code` of an object is the code of an error or a method, not a code that a person types. */
const hasPublicCode = (object: Readonly<Record<string, unknown>>): boolean =>
  object['kind'] === 'rejected' || object['screen'] === 'method' || object['type'] === 'token.switch';

const MAX_DEPTH = 12;
/** A JSON Web Token. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** A value in the query or fragment of an address, with its key and the character before the key. */
const QUERY_VALUE = /([?&#])([^=&#\s]+)=([^&#\s]+)/g;

const wordsOf = (key: string): readonly string[] =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''));

/** Whether the texts and numbers under this key are never shown. */
export const isSecretKey = (key: string): boolean =>
  !PUBLIC_KEYS.has(key) && wordsOf(key).some((word) => SECRET_WORDS.has(word));

const isGenericKey = (key: string): boolean => wordsOf(key).some((word) => GENERIC_WORDS.has(word));

/** The text that replaces a hidden value. It shows the type of the value, and is empty for an empty text. */
const placeholderOf = (value: string | number | bigint): string =>
  value === '' ? '' : `‹hidden ${typeof value === 'string' ? 'text' : 'number'}›`;

/** Masks JSON Web Tokens in a text, and values under secret keys in the query of an address. */
const maskedText = (text: string): string =>
  text
    .replace(QUERY_VALUE, (pair, separator: string, key: string) =>
      isSecretKey(key) ? `${separator}${key}=‹hidden text›` : pair,
    )
    .replace(JWT, '‹hidden text›');

/** Whether a value is an object without a class. */
const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

type MaskContext = {
  /** Whether the value is under a secret key, at any depth. No text and no number is then shown. */
  readonly isSecret: boolean;
  /** Whether the value is directly under a generic key. No text is then shown. */
  readonly isGeneric: boolean;
  /** The objects that contain the value, to recognise a cycle. */
  readonly ancestors: readonly object[];
};

function maskedObject(value: object, context: MaskContext): unknown {
  if (value instanceof Error) return `${value.name}: ${maskedText(value.message)}`;
  if (!Array.isArray(value) && !isPlainObject(value)) return `‹${value.constructor.name}›`;
  if (context.ancestors.includes(value) || context.ancestors.length >= MAX_DEPTH) return '‹…›';
  const ancestors = [...context.ancestors, value];
  if (Array.isArray(value)) return value.map((item) => maskValue(item, { ...context, ancestors }));
  const object = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => {
      const isPublic = key === 'code' && hasPublicCode(object);
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
 * Copies a snapshot or an event without its secrets. Hides the values under secret keys, the texts under generic keys,
 * and secrets in the query of an address. Shows booleans and null, because it is not a secret whether a value exists.
 */
export const mask = (value: unknown): unknown =>
  maskValue(value, { isSecret: false, isGeneric: true, ancestors: [] });
