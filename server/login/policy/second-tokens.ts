import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { METHOD_NAMES, METHOD_TABLE } from '#wire/methods.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** A token of the second step: the authMethod keys and `qrCode` (rule 101). */
export type SecondToken = MethodKey | 'qrCode';

const CODES: ReadonlyMap<SecondToken, TypeCode> = new Map([
  ...METHOD_NAMES.map((method) => [METHOD_TABLE[method].wire, METHOD_TABLE[method].code] as const),
  ['qrCode', TYPE_CODES.qr],
]);

/** All tokens, in the order of the chooser. */
export const SECOND_TOKENS: readonly SecondToken[] = [...CODES.keys()];

/** The type code of a token. */
export function codeOfToken(name: SecondToken): TypeCode {
  const code = CODES.get(name);
  if (code === undefined) throw new TypeError(`${name} is not a token`);
  return code;
}

/** The token of a type code; null when it is not one of the second step. */
export const secondTokenOf = (tokenCode: TypeCode): SecondToken | null =>
  SECOND_TOKENS.find((name) => CODES.get(name) === tokenCode) ?? null;

/** The method that is recorded for a login by this token: a QR login counts as a push (docs/decisions/ADR-0006). */
export const recordedAs = (name: SecondToken): MethodKey => (name === 'qrCode' ? 'push' : name);

/** A factor of the first step may not count twice (rule 54). The app of a push approves a QR code too. */
const isUnused = (name: string, used: readonly MethodKey[]): boolean =>
  !used.some((method) => method === name || (method === 'push' && name === 'qrCode'));

/** The tokens that may complete the second step of a policy, after a first step by these methods. */
export const secondTokens = (rule: PolicyRule, used: readonly MethodKey[]): readonly SecondToken[] =>
  SECOND_TOKENS.filter((name) => rule.secondTokenPriority[name] !== undefined && isUnused(name, used));

/** The ranks without the tokens that the first step has used. */
export const unusedRanks = (
  ranks: PolicyRule['secondTokenPriority'],
  used: readonly MethodKey[],
): PolicyRule['secondTokenPriority'] =>
  Object.fromEntries(Object.entries(ranks).filter(([name]) => isUnused(name, used)));

/** The ranks sent to the page: the person's default token comes first, those before it move down (rule 63). */
export function ranksWithDefault(
  { secondTokenPriority: ranks }: PolicyRule,
  defaultCode: TypeCode | null,
): PolicyRule['secondTokenPriority'] {
  const name = defaultCode && secondTokenOf(defaultCode);
  const former = name ? ranks[name] : undefined;
  if (!name || former === undefined) return ranks;
  const shiftedRanks = SECOND_TOKENS.flatMap((other) => {
    const rank = ranks[other];
    return rank === undefined ? [] : [[other, rank < former ? rank + 1 : rank] as const];
  });
  return { ...Object.fromEntries(shiftedRanks), [name]: 1 };
}
