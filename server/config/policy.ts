import * as v from 'valibot';
import { WIRE_METHODS, type WireMethod } from '#wire/methods.ts';
import { hours, period, text, wholeNumber } from './values.ts';

/** The authMethod keys of spec section 3, as they stand on the wire. */
export const METHOD_KEYS = WIRE_METHODS;
export type MethodKey = WireMethod;

export const SELF_AUTH_KEYS = ['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const;
export const CUBE_LOGIN_KEYS = ['sms', 'qrCode', 'offline'] as const;

const rank = v.pipe(wholeNumber(1), v.maxValue(5, 'must be at most 5'));

/** Names of the second-step priority: the authMethod keys and `qrCode` (decision 101). */
const priorities = v.strictObject(v.entriesFromList([...METHOD_KEYS, 'qrCode'] as const, v.optional(rank)));

/**
 * A policy. Without `users` and `clients` it holds for everyone everywhere; the one that names the user
 * and the client wins, then the user's, then the client's, and among equals the first.
 */
export const policy = v.strictObject({
  id: v.pipe(text, v.regex(/^[\w-]+$/, 'may hold letters, digits, _ and - only')),
  enabled: v.optional(v.boolean(), true),
  clients: v.optional(v.array(text)),
  users: v.optional(v.array(text)),
  period: v.optional(period),
  hours: v.optional(hours),
  authType: v.picklist(['otp', 'other']),
  methods: v.pipe(v.array(v.picklist(METHOD_KEYS)), v.minLength(1, 'must allow at least one method')),
  secondAuth: v.optional(v.boolean(), false),
  selfAuth: v.optional(v.array(v.picklist(SELF_AUTH_KEYS)), []),
  cubeLogin: v.optional(v.array(v.picklist(CUBE_LOGIN_KEYS)), []),
  secondTokenPriority: v.optional(priorities, {}),
  management: v.optional(v.boolean(), false),
});

export type PolicyRule = v.InferOutput<typeof policy>;
