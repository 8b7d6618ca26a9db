import type { PasswordMode } from '#machines/password/password.machine.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';

/** Whether the policy allows a method besides the password. */
export const allowsOtherMethods = (policy: Policy): boolean =>
  METHODS.some((method) => method !== 'password' && policy.allowed[method]);

/** Whether the password has to be proved before any method (spec section 4, decision 53). */
export const isGateOpen = (policy: Policy): boolean => policy.authType !== 'otp' && !policy.check;

/** Whether the password is a method of its own and not used up by the gate (decision 54). */
export const isPasswordMethod = (policy: Policy): boolean =>
  policy.allowed.password && policy.authType === 'otp';

/** What a good password does on the password screen (decision 52). */
export const passwordMode = (policy: Policy): PasswordMode =>
  isGateOpen(policy) && allowsOtherMethods(policy) ? 'gate' : 'login';
