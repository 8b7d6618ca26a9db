import { METHODS, type Method, type Policy } from '#machines/shared/policy.ts';

/** Whether the chooser shows a tile for a method, in any state. There is no tile for a password gate (spec section 4). */
export const isVisible = ({ allowed, authType }: Policy, method: Method): boolean =>
  allowed[method] && (method !== 'password' || authType === 'otp');

/** The number of visible tiles; the chooser is offered only when there is more than one (rule 140). */
export const countVisible = (policy: Policy): number =>
  METHODS.filter((method) => isVisible(policy, method)).length;
