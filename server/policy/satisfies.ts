import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import type { AuthRequest } from '#server/engine.ts';
import type { Login } from '#server/session/sessions.ts';

/** The methods that may end the first step: behind the gate every method but the password that opened it. */
export function finishingMethods({ authType, methods }: PolicyRule): readonly MethodKey[] {
  const others = methods.filter((method) => method !== 'pw');
  return authType === 'other' && others.length > 0 ? others : methods;
}

/** Whether a password has to open the way to the methods (decision 52). */
export const hasGate = (rule: PolicyRule): boolean =>
  rule.authType === 'other' && !finishingMethods(rule).includes('pw');

/** Whether what was proved is enough under a policy (decision 156). */
export function satisfiesPolicy(login: Login, rule: PolicyRule): boolean {
  const passedGate = rule.authType === 'otp' || login.methods.includes('pw');
  const finished = finishingMethods(rule).some((method) => login.methods.includes(method));
  return passedGate && finished && login.steps >= (rule.secondAuth ? 2 : 1);
}

/** Whether a login is recent enough for a request; one that was made for it always is. */
export function isFreshEnough(
  login: Login,
  request: Pick<AuthRequest, 'wantsFreshLogin' | 'maxAgeSeconds' | 'startedAt'>,
  now: number,
): boolean {
  if (login.at >= request.startedAt) return true;
  if (request.wantsFreshLogin) return false;
  return request.maxAgeSeconds === null || now - login.at <= request.maxAgeSeconds * 1000;
}
