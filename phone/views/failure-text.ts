import type { Failure } from '#machines/shared/result.ts';
import type { PhoneKey, PhoneText } from '#phone/app/text.ts';

/** Texts of the codes with which the portal refuses a registration or a scanned login (docs/device-calls.md). */
const OF_CODES: Readonly<Record<string, PhoneKey>> = {
  '005_1': 'phone.failure.otp',
  '010_3': 'phone.failure.code',
  '010_5': 'phone.failure.code',
  '013': 'phone.failure.licence',
  '013_1': 'phone.failure.licence',
  urlInvalid: 'phone.failure.link',
};

const isOfAccount = (code: string): boolean => code.startsWith('002');

/** What to say about a failed call: a text for its code, what the portal says itself, or that it cannot be reached. */
export function failureText(text: PhoneText, failure: Failure): string {
  if (failure.kind === 'unreachable') return text('phone.failure.unreachable');
  if (failure.kind !== 'rejected') return text('phone.failure.trouble');
  const { code, message } = failure;
  const key = Object.hasOwn(OF_CODES, code) ? OF_CODES[code] : undefined;
  if (key !== undefined) return text(key);
  if (isOfAccount(code)) return text('phone.failure.account');
  return message || text('phone.failure.trouble');
}
