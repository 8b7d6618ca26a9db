import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';
import { recordedAs, secondTokens } from './second-tokens.ts';

/**
 * The methods that may finish the first step. With the type `otp` the person chooses among all methods. With the type
 * `other` the password comes first, and finishes the step only when the policy has no other method.
 */
export function finishingMethods({ authType, methods }: PolicyRule): readonly MethodKey[] {
  const others = methods.filter((method) => method !== 'pw');
  return authType === 'other' && others.length > 0 ? others : methods;
}

/** Whether the policy has a password gate (rule 52). */
export const hasGate = (rule: PolicyRule): boolean =>
  rule.authType === 'other' && !finishingMethods(rule).includes('pw');

/** Whether methods satisfy the first step of a policy. */
export function satisfiesFirstStep(methods: readonly MethodKey[], rule: PolicyRule): boolean {
  const hasPassedGate = !hasGate(rule) || methods.includes('pw');
  return hasPassedGate && finishingMethods(rule).some((method) => methods.includes(method));
}

/** Whether a login satisfies a policy. A method does not count for both steps (rule 156). */
export function satisfiesPolicy(
  { methods, steps }: Pick<Login, 'methods' | 'steps'>,
  rule: PolicyRule,
): boolean {
  if (!rule.secondAuth) return satisfiesFirstStep(methods, rule);
  if (steps < 2) return false;
  return methods.some((secondMethod, index) => {
    const firstStepMethods = methods.toSpliced(index, 1);
    return (
      secondTokens(rule, firstStepMethods).some((name) => recordedAs(name) === secondMethod) &&
      satisfiesFirstStep(firstStepMethods, rule)
    );
  });
}
