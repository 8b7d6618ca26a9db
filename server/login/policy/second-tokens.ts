import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { METHOD_NAMES, METHOD_TABLE } from '#wire/methods.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** The name of a token of the second step: a key of authMethod, or `qrCode` (rule 101). */
export type SecondToken = MethodKey | 'qrCode';

const TYPE_CODE_BY_TOKEN: ReadonlyMap<SecondToken, TypeCode> = new Map([
  ...METHOD_NAMES.map((method) => [METHOD_TABLE[method].wire, METHOD_TABLE[method].code] as const),
  ['qrCode', TYPE_CODES.qr],
]);

/** All tokens, in the order of the chooser. */
export const SECOND_TOKENS: readonly SecondToken[] = [...TYPE_CODE_BY_TOKEN.keys()];

/** The type code of a token. */
export function typeCodeOfToken(name: SecondToken): TypeCode {
  const code = TYPE_CODE_BY_TOKEN.get(name);
  if (code === undefined) throw new TypeError(`${name} is not a token`);
  return code;
}

/** The token of a type code; null when the type code is not a token of the second step. */
export const secondTokenOf = (tokenCode: TypeCode): SecondToken | null =>
  SECOND_TOKENS.find((name) => TYPE_CODE_BY_TOKEN.get(name) === tokenCode) ?? null;

/** The method that is recorded for a login with a token: a QR login counts as a push (docs/decisions/ADR-0006). */
export const recordedAs = (name: SecondToken): MethodKey => (name === 'qrCode' ? 'push' : name);

/**
 * Whether the first step has not used the factor of a token, so that the factor does not count twice (rule 54). Pushes
 * and QR codes are approved by the same app.
 */
const isUnused = (name: string, usedMethods: readonly MethodKey[]): boolean =>
  !usedMethods.some((method) => method === name || (method === 'push' && name === 'qrCode'));

/** The tokens that may complete the second step of a policy, after a first step with the used methods. */
export const secondTokens = (rule: PolicyRule, usedMethods: readonly MethodKey[]): readonly SecondToken[] =>
  SECOND_TOKENS.filter((name) => rule.secondTokenPriority[name] !== undefined && isUnused(name, usedMethods));

/** The ranks of tokens, without the tokens that the first step has used. */
export const unusedRanks = (
  ranks: PolicyRule['secondTokenPriority'],
  usedMethods: readonly MethodKey[],
): PolicyRule['secondTokenPriority'] =>
  Object.fromEntries(Object.entries(ranks).filter(([name]) => isUnused(name, usedMethods)));

/**
 * The ranks of tokens for the page. The person's default token has rank 1, and the tokens before it move down (rule
 * 63).
 */
export function ranksWithDefault(
  { secondTokenPriority: ranks }: PolicyRule,
  defaultCode: TypeCode | null,
): PolicyRule['secondTokenPriority'] {
  const defaultToken = defaultCode && secondTokenOf(defaultCode);
  const formerRank = defaultToken ? ranks[defaultToken] : undefined;
  if (!defaultToken || formerRank === undefined) return ranks;
  const shiftedRanks = SECOND_TOKENS.flatMap((name) => {
    const rank = ranks[name];
    return rank === undefined ? [] : [[name, rank < formerRank ? rank + 1 : rank] as const];
  });
  return { ...Object.fromEntries(shiftedRanks), [defaultToken]: 1 };
}
