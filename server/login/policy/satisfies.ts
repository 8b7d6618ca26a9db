import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';
import { recordedAs, secondTokens } from './second-tokens.ts';

/** The methods that may finish the first step. Without the type `otp`, the password does so only when it is the only method. */
export function finishingMethods({ authType, methods }: PolicyRule): readonly MethodKey[] {
  const others = methods.filter((method) => method !== 'pw');
  return authType === 'other' && others.length > 0 ? others : methods;
}

/** Whether the policy has a password gate (rule 52). */
export const hasGate = (rule: PolicyRule): boolean =>
  rule.authType === 'other' && !finishingMethods(rule).includes('pw');

/** Whether these methods are enough for the first step of a policy. */
export function satisfiesFirstStep(methods: readonly MethodKey[], rule: PolicyRule): boolean {
  const hasPassedGate = !hasGate(rule) || methods.includes('pw');
  return hasPassedGate && finishingMethods(rule).some((method) => methods.includes(method));
}

/** Whether a login satisfies a policy; no method counts for both steps (rule 156). */
export function satisfiesPolicy(
  { methods, steps }: Pick<Login, 'methods' | 'steps'>,
  rule: PolicyRule,
): boolean {
  if (!rule.secondAuth) return satisfiesFirstStep(methods, rule);
  if (steps < 2) return false;
  return methods.some((second, index) => {
    const others = methods.toSpliced(index, 1);
    return (
      secondTokens(rule, others).some((name) => recordedAs(name) === second) &&
      satisfiesFirstStep(others, rule)
    );
  });
}
