import { rejected } from '#cases/samples.ts';
import { failed } from '#machines/shared/result.ts';

/** The answer to a call that ended with an error in the server. */
export const SERVER_ERROR = failed(rejected('', 500));

/** The answer to a call with a proof that is too weak. */
export const TOO_WEAK = failed(rejected('tooWeak', 403));

/** The answers to a call without a valid proof of the person: the proof has ended, or is too weak. */
export const PROOF_REFUSALS = [failed(rejected('notAuthorized', 401)), TOO_WEAK] as const;
