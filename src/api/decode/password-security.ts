import { array, type GenericSchema, nullish, object, pipe, transform, unknown } from 'valibot';
import type { PasswordSecurity } from '#machines/shared/domain.ts';
import { flag, text, textOrNumber } from '#src/api/decode/fields.ts';

function allowedProof(method: string): PasswordSecurity['proof'] {
  return method === 'selfAuthOrQnA' || method === 'selfAuth' ? method : 'qna';
}

const parseLimit = (value: unknown): number => {
  const digits = textOrNumber(value) ?? '';
  return /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
};

const setting = pipe(
  object({
    sms: flag,
    internalMail: flag,
    privateMail: flag,
    mobileOtp: flag,
    push: flag,
    selfAuthMethodWhenPwChange: text,
    passwordReuseLimit: nullish(pipe(unknown(), transform(parseLimit)), 0),
    provideAuthPortalPwChange: flag,
  }),
  transform(
    ({
      selfAuthMethodWhenPwChange,
      passwordReuseLimit,
      provideAuthPortalPwChange,
      ...selfAuth
    }): PasswordSecurity => ({
      selfAuth,
      proof: allowedProof(selfAuthMethodWhenPwChange),
      passwordReuseLimit,
      offersPasswordChange: provideAuthPortalPwChange,
    }),
  ),
);

/**
 * Answer of GET /data/sso/setting/password-security: the first element of `data`. No element reads as
 * one without fields: every flag off, Q&A, no limit (rule 141).
 */
export const passwordSecurity: GenericSchema<unknown, PasswordSecurity> = pipe(
  object({ data: nullish(array(unknown()), []) }),
  transform(({ data }) => data[0] ?? {}),
  setting,
);
