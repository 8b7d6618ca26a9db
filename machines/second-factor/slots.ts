import { hasTokenFor, METHOD_CODES } from '#machines/shared/methods.ts';
import { METHODS, type Policy, type SecondToken } from '#machines/shared/policy.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** Maximum number of tokens of the second step (spec section 9). */
export const MAX_SLOTS = 5;

const MAX_RANK = 5;

/** In the order of the chooser's grid, which decides between equal ranks (rule 101). */
const TOKENS: readonly SecondToken[] = [...METHODS, 'qrCode'];

const codeOf = (token: SecondToken): TypeCode => (token === 'qrCode' ? TYPE_CODES.qr : METHOD_CODES[token]);

/** The token of a type code that is offered. Rejects every other code. */
export function tokenOf(code: TypeCode): SecondToken {
  const token = TOKENS.find((candidate) => codeOf(candidate) === code);
  if (!token) throw new Error(`The second step has no token of the code ${code}`);
  return token;
}

const isRank = (rank: number | undefined): rank is number =>
  rank !== undefined && Number.isInteger(rank) && rank >= 1 && rank <= MAX_RANK;

/** QR login and push use the same app. */
const hasTokenOf = ({ userTokens }: Policy, token: SecondToken): boolean =>
  hasTokenFor(userTokens, token === 'qrCode' ? 'push' : token);

/** The tokens of the second step that the server ranks and this person has, by rank, at most five (rule 164). */
export function offeredTokens(policy: Policy): readonly TypeCode[] {
  return TOKENS.flatMap((token) => {
    const rank = policy.secondTokenPriority[token];
    return isRank(rank) && hasTokenOf(policy, token) ? [{ code: codeOf(token), rank }] : [];
  })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SLOTS)
    .map(({ code }) => code);
}

/** The slots: the active token, then the others by rank (rule 101). */
export const slotsOf = (offered: readonly TypeCode[], active: TypeCode): readonly TypeCode[] => [
  active,
  ...offered.filter((code) => code !== active),
];
