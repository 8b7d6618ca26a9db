import {
  type GenericSchema,
  nullish,
  number,
  object,
  optional,
  pipe,
  string,
  transform,
  unknown,
} from 'valibot';
import type { SecondStepTokens } from '#machines/shared/domain.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { DEVICE_FIELDS } from '#src/api/decode/devices.ts';
import { flag, registeredValue, text, textOrNumber } from '#src/api/decode/fields.ts';
import { byMethod, schemaPerMethod } from '#src/api/decode/methods.ts';
import { ranks } from '#src/api/decode/ranks.ts';
import { parseTypeCode } from '#wire/type-codes.ts';

/** A type code; null if it is unknown. */
const typeCode = pipe(
  unknown(),
  transform((value) => parseTypeCode(textOrNumber(value))),
);

const fixedToken = nullish(
  pipe(
    object({ authType: nullish(typeCode, null), alwaysSend: flag }),
    transform(({ authType, alwaysSend }) => (authType === null ? null : { tokenCode: authType, alwaysSend })),
  ),
  {},
);

const authMethod = pipe(
  object({ ...schemaPerMethod(flag), authType: text }),
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
      phoneNumber: registeredValue,
      internalMail: registeredValue,
      privateMail: registeredValue,
      ...DEVICE_FIELDS,
    }),
    transform(({ fido2token, ...tokens }) => ({ ...tokens, passkey: fido2token })),
  ),
  {},
);

const cubeLogin = nullish(object({ sms: flag, qrCode: flag, offline: flag, standard: flag }), {});

const selfAuth = nullish(
  object({ sms: flag, internalMail: flag, privateMail: flag, mobileOtp: flag, push: flag }),
  {},
);

/** The result of a policy check. */
export type CheckedPolicy = {
  /** The ID of the person if the check was made with the user handle of a passkey, otherwise empty (rule 92). */
  readonly userId: string;
  readonly policy: Policy;
  /** The tokens of the second step, if the session has already completed the first of two steps (rule 156). */
  readonly secondStep?: SecondStepTokens;
};

/**
 * Decodes the answer of POST /auth/policy/check (spec section 3, Policy). `policyId` and `authMethod` are required. A
 * missing flag is off, and a missing group of fields is empty. Ranks outside 1 to 5 are removed (rule 101).
 */
export const policyCheck: GenericSchema<unknown, CheckedPolicy> = pipe(
  object({
    userId: text,
    policyId: string(),
    secondAuth: flag,
    check: flag,
    fixedToken,
    authMethod,
    userToken,
    userType: text,
    cubeLogin,
    selfAuth,
    secondTokenPriority: nullish(ranks, {}),
    secondFixedToken: fixedToken,
    secondToken: text,
    accessToken: text,
    management: nullish(object({ setting: flag, factors: flag }), {}),
    rememberBrowserDays: optional(number()),
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
        canManage: management.setting === true,
        ...(management.setting && management.factors && { listsFactors: true }),
        secondDefault: secondFixedToken?.tokenCode ?? null,
      },
      ...(secondToken !== '' && { secondStep: { secondToken, accessToken: accessToken || secondToken } }),
    };
  }),
);
