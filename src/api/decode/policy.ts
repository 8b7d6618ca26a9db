import { type GenericSchema, nullish, object, pipe, string, transform, unknown } from 'valibot';
import type { SecondStepTokens } from '#machines/shared/domain.ts';
import type { Method, Policy } from '#machines/shared/policy.ts';
import { DEVICE_FIELDS } from '#src/api/decode/devices.ts';
import { registered, text, truth, written, yesFlag } from '#src/api/decode/fields.ts';
import { parseTokenCode } from '#wire/token-codes.ts';

/** The portal's names of the methods for those of `authMethod` (decision 139). */
const METHOD_OF = {
  emergencyCode: 'emergencyCode',
  pw: 'password',
  sms: 'sms',
  internalMail: 'internalMail',
  privateMail: 'privateMail',
  mobileOtp: 'mobileOtp',
  push: 'push',
  hwOtp: 'otpCard',
  yubikey: 'yubikey',
  fido2Token: 'passkey',
} as const satisfies Record<string, Method>;
type WireMethod = keyof typeof METHOD_OF;
const WIRE_METHODS = Object.keys(METHOD_OF) as WireMethod[];

const each = <Schema>(schema: Schema): Record<WireMethod, Schema> =>
  Object.fromEntries(WIRE_METHODS.map((name) => [name, schema])) as Record<WireMethod, Schema>;

const byMethod = <Value>(flags: Readonly<Record<WireMethod, Value>>): Record<Method, Value> =>
  Object.fromEntries(WIRE_METHODS.map((name) => [METHOD_OF[name], flags[name]])) as Record<Method, Value>;

const code = pipe(
  unknown(),
  transform((value) => parseTokenCode(written(value))),
);

const fixedToken = nullish(
  pipe(
    object({ authType: nullish(code, null), alwaysSend: yesFlag }),
    transform(({ authType, alwaysSend }) => (authType === null ? null : { tokenCode: authType, alwaysSend })),
  ),
  {},
);

const authMethod = pipe(
  object({ ...each(yesFlag), authType: text }),
  transform(
    ({ authType, ...flags }): Pick<Policy, 'authType' | 'allowed'> => ({
      authType: authType === 'otp' ? 'otp' : 'other',
      allowed: byMethod(flags),
    }),
  ),
);

const userToken = nullish(
  pipe(
    object({
      phoneNumber: registered,
      internalMail: registered,
      privateMail: registered,
      ...DEVICE_FIELDS,
    }),
    transform(({ fido2token, ...tokens }) => ({ ...tokens, passkey: fido2token })),
  ),
  {},
);

const cubeLogin = nullish(object({ sms: yesFlag, qrCode: yesFlag, offline: yesFlag }), {});

const selfAuth = nullish(
  object({ sms: yesFlag, internalMail: yesFlag, privateMail: yesFlag, mobileOtp: yesFlag, push: yesFlag }),
  {},
);

const rank = nullish(
  pipe(
    unknown(),
    transform((value) => (/^[1-5]$/.test(written(value) ?? '') ? Number(value) : null)),
  ),
  0,
);

const secondTokenPriority = nullish(
  pipe(
    object({ ...each(rank), qrCode: rank }),
    transform(
      ({ qrCode, ...ranks }): Record<string, number> =>
        Object.fromEntries(
          Object.entries({ ...byMethod(ranks), qrCode }).filter(
            (entry): entry is [string, number] => entry[1] !== null,
          ),
        ),
    ),
  ),
  {},
);

/** `userId` is empty unless the answer names one (decision 92). */
export type CheckedPolicy = {
  readonly userId: string;
  readonly policy: Policy;
  /** Given when the session has the first of two steps done already (decision 156). */
  readonly secondStep?: SecondStepTokens;
};

/**
 * Answer of POST /auth/policy/check (spec section 3, Policy). Every flag that is not `Y` is off and a
 * missing group is a group without fields; `policyId` and `authMethod` must be there. Ranks are kept
 * by the portal's method names and `qrCode`; those outside 1 to 5 are dropped (decision 101). `userId`
 * is the person's when the check was made with a passkey's user handle, else empty (decision 92).
 */
export const policyCheck: GenericSchema<unknown, CheckedPolicy> = pipe(
  object({
    userId: text,
    policyId: string(),
    secondAuth: yesFlag,
    check: truth,
    fixedToken,
    authMethod,
    userToken,
    userType: text,
    cubeLogin,
    selfAuth,
    secondTokenPriority,
    secondFixedToken: fixedToken,
    secondToken: text,
    accessToken: text,
    management: nullish(object({ setting: yesFlag }), {}),
  }),
  transform(({ userId, authMethod: method, userToken: userTokens, userType, management, ...rest }) => {
    const { secondFixedToken, secondToken, accessToken, ...policy } = rest;
    return {
      userId,
      policy: {
        ...policy,
        ...method,
        userTokens,
        isLocalUser: userType === 'LOCAL',
        canManage: management.setting,
        secondDefault: secondFixedToken?.tokenCode ?? null,
      },
      ...(secondToken !== '' && { secondStep: { secondToken, accessToken: accessToken || secondToken } }),
    };
  }),
);
