import type { MethodRefusal } from './methods/method.ts';
import { Refusal } from './refusal.ts';
import type { ErrorName } from './texts.ts';

/** Codes that mean that the person does not have the method. */
const NOT_OWNED: ReadonlySet<ErrorName> = new Set([
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

/** Whether this guess has locked the method. */
export const isLockingGuess = ({ isGuess, details: { failCount, maxCount } = {} }: MethodRefusal): boolean =>
  isGuess && failCount !== undefined && maxCount !== undefined && failCount >= maxCount;

/**
 * The HTTP refusal for a method that refused.
 * @param isDefault whether the method is the person's default
 */
export function refusalOfMethod(
  { errCode, details = {}, reason, status = 400 }: MethodRefusal,
  isDefault: boolean,
): Refusal {
  if (isDefault && NOT_OWNED.has(errCode)) return new Refusal(400, '015_1');
  return new Refusal(status, errCode, { details, ...(reason && { reason }) });
}
