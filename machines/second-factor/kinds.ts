import { channelsOf } from '#machines/shared/methods.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

/** The flow by which a token is proved. */
export type ProofKind = 'password' | 'emergency' | 'sent-code' | 'device-code' | 'push' | 'qr' | 'passkey';

const KINDS: ReadonlyMap<TokenCode, ProofKind> = new Map([
  [TOKEN_CODES.password, 'password'],
  [TOKEN_CODES.emergency, 'emergency'],
  [TOKEN_CODES.push, 'push'],
  [TOKEN_CODES.qr, 'qr'],
  [TOKEN_CODES.passkey, 'passkey'],
]);

/** The flow of a token of the second step. */
export const kindOf = (code: TokenCode): ProofKind =>
  KINDS.get(code) ?? (channelsOf(code).length > 0 ? 'sent-code' : 'device-code');
