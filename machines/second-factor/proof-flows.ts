import { flowOf, type MethodFlow } from '#machines/shared/methods.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** A flow that proves a token. */
export type ProofFlow = MethodFlow;

/** The flow that proves a token of the second step. */
export const proofFlowOf = (code: TypeCode): ProofFlow => flowOf(code) ?? 'device-code';
