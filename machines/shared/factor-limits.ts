import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import type { Factor } from './factor.ts';

/** Maximum number of factors of a type per person (rules 210 to 213). */
const MAX_FACTORS: Readonly<Record<FactorType, number>> = {
  [FACTOR_TYPES.otpCard]: 1,
  [FACTOR_TYPES.yubikey]: 2,
  [FACTOR_TYPES.mobileApp]: 1,
  [FACTOR_TYPES.passkey]: Number.POSITIVE_INFINITY,
};

/** Number of factors of a type. */
export const countOf = (factors: readonly Factor[], factorType: FactorType): number =>
  factors.filter(({ type }) => type === factorType).length;

/** Whether another factor of a type can be registered without replacing one. */
export const canAddFactor = (factors: readonly Factor[], factorType: FactorType): boolean =>
  countOf(factors, factorType) < MAX_FACTORS[factorType];

/** Position of a factor among those of its type, from 1; null for the only one. */
export function positionOf(factors: readonly Factor[], { factorId, type }: Factor): number | null {
  const ofType = factors.filter((other) => other.type === type);
  return ofType.length < 2 ? null : ofType.findIndex((other) => other.factorId === factorId) + 1;
}
