import { assertionRequest } from './assertion-request.ts';
import { authSummary } from './auth-summary.ts';
import { clientConfig } from './client-config.ts';
import { firstStepResult, loginResult, passwordProof } from './login-result.ts';
import { policyCheck } from './policy.ts';

/**
 * The decoders of the calls that the first screens make. These calls refer to their decoder by name, so that its code
 * can load later.
 */
export const NAMED_DECODERS = {
  assertionRequest,
  authSummary,
  clientConfig,
  firstStepResult,
  loginResult,
  passwordProof,
  policyCheck,
};
