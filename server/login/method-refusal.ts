import type { MethodRefusal } from './methods/method.ts';
import { Refusal } from './refusal.ts';
import type { ErrorName } from './texts.ts';

/** Error codes which mean that the person has not registered the method. */
const UNREGISTERED_CODES: ReadonlySet<ErrorName> = new Set([
  '006',
  '006_1',
  '006_2',
  '006_3',
  '006_4',
  '006_5',
  '007',
  '008_1',
  '009',
  '011',
]);

/** Whether the refused guess has locked the method. */
export const isLockingGuess = ({ isGuess, details: { failCount, maxCount } = {} }: MethodRefusal): boolean =>
  isGuess && failCount !== undefined && maxCount !== undefined && failCount >= maxCount;

/**
 * The answer of a call for a method's refusal; 015_1 for a default method that the person has not registered.
 * @param isDefault whether the method is the person's default method
 */
export function refusalOfMethod(
  { errCode, details = {}, reason, status = 400 }: MethodRefusal,
  isDefault: boolean,
): Refusal {
  if (isDefault && UNREGISTERED_CODES.has(errCode)) return new Refusal(400, '015_1');
  return new Refusal(status, errCode, { details, ...(reason && { reason }) });
}
