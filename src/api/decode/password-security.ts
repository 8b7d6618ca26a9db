import { array, type GenericSchema, nullish, object, pipe, transform, unknown } from 'valibot';
import type { PasswordSecurity } from '#machines/shared/domain.ts';
import { flag, text, textOrNumber } from '#src/api/decode/fields.ts';

/** Reads which proof a password change requires. Any unknown value means the question and answer. */
function allowedProof(method: string): PasswordSecurity['proof'] {
  return method === 'selfAuthOrQnA' || method === 'selfAuth' ? method : 'qna';
}

/** Reads a count. Zero, which means no limit, for a value that is not a count. */
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
 * Decodes the answer of GET /data/sso/setting/password-security: the first element of `data`. If `data` is empty, every
 * flag is off, a password change requires the question and answer, and passwords may be reused (rule 141).
 */
export const passwordSecurity: GenericSchema<unknown, PasswordSecurity> = pipe(
  object({ data: nullish(array(unknown()), []) }),
  transform(({ data }) => data[0] ?? {}),
  setting,
);
