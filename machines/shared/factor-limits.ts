import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import type { Factor } from './factor.ts';

/** Maximum number of factors of a kind per person (rules 210 to 213). */
const MAX_FACTORS: Readonly<Record<FactorType, number>> = {
  [FACTOR_TYPES.otpCard]: 1,
  [FACTOR_TYPES.yubikey]: 2,
  [FACTOR_TYPES.mobileApp]: 1,
  [FACTOR_TYPES.passkey]: Number.POSITIVE_INFINITY,
};

/** Number of factors of a kind. */
export const countOf = (factors: readonly Factor[], kind: FactorType): number =>
  factors.filter(({ type }) => type === kind).length;

/** Whether another factor of a kind can be registered without taking the place of one. */
export const canAddFactor = (factors: readonly Factor[], kind: FactorType): boolean =>
  countOf(factors, kind) < MAX_FACTORS[kind];

/** Position of a factor among those of its kind, from 1; null for the only one. */
export function positionOf(factors: readonly Factor[], { factorId, type }: Factor): number | null {
  const ofKind = factors.filter((other) => other.type === type);
  return ofKind.length < 2 ? null : ofKind.findIndex((other) => other.factorId === factorId) + 1;
}
