import { hasTokenFor, METHOD_CODES } from '#machines/shared/methods.ts';
import { METHODS, type Policy, type SecondToken } from '#machines/shared/policy.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** Maximum number of tokens of the second step (spec section 9). */
export const MAX_SLOTS = 5;

/** Maximum rank of a token. */
const MAX_RANK = 5;

/** The tokens of the second step, in the order of the chooser, which also orders tokens with equal ranks (rule 101). */
const TOKENS: readonly SecondToken[] = [...METHODS, 'qrCode'];

const codeOf = (token: SecondToken): TypeCode => (token === 'qrCode' ? TYPE_CODES.qr : METHOD_CODES[token]);

/** The token of the second step with a type code. Throws when no token has the type code. */
export function tokenOf(code: TypeCode): SecondToken {
  const token = TOKENS.find((candidate) => codeOf(candidate) === code);
  if (!token) throw new Error(`The second step has no token of the code ${code}`);
  return token;
}

const isValidRank = (rank: number | undefined): rank is number =>
  rank !== undefined && Number.isInteger(rank) && rank >= 1 && rank <= MAX_RANK;

/** Whether the person can use a token. QR login and push use the same app. */
const hasTokenOf = ({ userTokens }: Policy, token: SecondToken): boolean =>
  hasTokenFor(userTokens, token === 'qrCode' ? 'push' : token);

/** The type codes of the tokens that the server ranks and the person can use, in the order of their ranks (rule 164). */
export function offeredTokens(policy: Policy): readonly TypeCode[] {
  return TOKENS.flatMap((token) => {
    const rank = policy.secondTokenPriority[token];
    return isValidRank(rank) && hasTokenOf(policy, token) ? [{ code: codeOf(token), rank }] : [];
  })
    .sort((first, second) => first.rank - second.rank)
    .slice(0, MAX_SLOTS)
    .map(({ code }) => code);
}

/** The slots: the active token, then the other tokens in the order of their ranks (rule 101). */
export const slotsOf = (offered: readonly TypeCode[], active: TypeCode): readonly TypeCode[] => [
  active,
  ...offered.filter((code) => code !== active),
];
