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
export const countFactors = (factors: readonly Factor[], factorType: FactorType): number =>
  factors.filter(({ type }) => type === factorType).length;

/** Whether another factor of a type can be registered without replacing a registered factor. */
export const canAddFactor = (factors: readonly Factor[], factorType: FactorType): boolean =>
  countFactors(factors, factorType) < MAX_FACTORS[factorType];

/** The position of a factor among the factors of its type, from 1; null when it is the only factor of its type. */
export function positionOf(factors: readonly Factor[], { factorId, type }: Factor): number | null {
  const factorsOfType = factors.filter((other) => other.type === type);
  return factorsOfType.length < 2
    ? null
    : factorsOfType.findIndex((other) => other.factorId === factorId) + 1;
}
