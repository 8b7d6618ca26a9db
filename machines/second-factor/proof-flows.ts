import { flowOf, type MethodFlow } from '#machines/shared/methods.ts';
import type { TokenCode } from '#wire/token-codes.ts';

/** The flow that proves a token. */
export type ProofFlow = MethodFlow;

/** The flow of a token of the second step. */
export const proofFlowOf = (code: TokenCode): ProofFlow => flowOf(code) ?? 'device-code';
