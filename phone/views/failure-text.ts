import type { Failure } from '#machines/shared/result.ts';
import type { PhoneKey, PhoneText } from '#phone/app/text.ts';

/** By error code of a registration or a scanned sign-in (docs/device-calls.md): the key of the text. */
const TEXTS_BY_CODE: Readonly<Record<string, PhoneKey>> = {
  '005_1': 'phone.failure.otp',
  '010_3': 'phone.failure.code',
  '010_5': 'phone.failure.code',
  '013': 'phone.failure.licence',
  '013_1': 'phone.failure.licence',
  urlInvalid: 'phone.failure.link',
};

const isAccountError = (code: string): boolean => code.startsWith('002');

/** The text for a failed call. For a code without its own text, it is the message of the portal. */
export function failureText(text: PhoneText, failure: Failure): string {
  if (failure.kind === 'unreachable') return text('phone.failure.unreachable');
  if (failure.kind !== 'rejected') return text('phone.failure.trouble');
  const { code, message } = failure;
  const key = Object.hasOwn(TEXTS_BY_CODE, code) ? TEXTS_BY_CODE[code] : undefined;
  if (key !== undefined) return text(key);
  if (isAccountError(code)) return text('phone.failure.account');
  return message || text('phone.failure.trouble');
}
