export { assertionRequest } from './assertion-request.ts';
export { authSummary } from './auth-summary.ts';
export { clientConfig } from './client-config.ts';
export { firstStepResult, loginResult, passwordProof } from './login-result.ts';
export { policyCheck } from './policy.ts';
