import type { Service } from '#server/config/client.ts';
import type { PolicyRule } from '#server/config/policy.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';

/** Methods of each factor type, by their names in policies. */
const METHODS_OF: Readonly<Record<FactorType, readonly SecondToken[]>> = {
  [FACTOR_TYPES.otpCard]: ['hwOtp'],
  [FACTOR_TYPES.yubikey]: ['yubikey'],
  [FACTOR_TYPES.mobileApp]: ['mobileOtp', 'push', 'qrCode'],
  [FACTOR_TYPES.passkey]: ['fido2Token'],
};

/** The methods of a factor of this type. */
export const methodsOf = (type: FactorType): readonly SecondToken[] => METHODS_OF[type];

/** Whether one of these methods is accepted at a service, in the first step or the second. */
export const countsAtService = (
  methods: readonly SecondToken[],
  rule: PolicyRule,
  service: Service,
): boolean =>
  methods.some(
    (name) =>
      rule.secondTokenPriority[name] !== undefined ||
      (name === 'qrCode' ? service.qrCode : rule.methods.includes(name)),
  );

/** Whether a standard authenticator may be registered under a policy: allowed, and its codes accepted (rule 271). */
export const mayRegisterStandard = ({
  appOtp,
  methods,
  management,
  secondTokenPriority,
}: PolicyRule): boolean =>
  appOtp.standard &&
  (methods.includes('mobileOtp') || (management && secondTokenPriority.mobileOtp !== undefined));

/**
 * Whether a factor of this type may be registered under a policy (rule 203): the policy allows an identity check, and
 * accepts one of its methods in the first step, or in the second when `management` is on.
 */
export function mayRegister(type: FactorType, rule: PolicyRule, service: Service | null): boolean {
  const forFirst = METHODS_OF[type].some((name) =>
    name === 'qrCode' ? service?.qrCode === true : rule.methods.includes(name),
  );
  const forSecond =
    rule.management && METHODS_OF[type].some((name) => rule.secondTokenPriority[name] !== undefined);
  return rule.selfAuth.length > 0 && (forFirst || forSecond);
}
