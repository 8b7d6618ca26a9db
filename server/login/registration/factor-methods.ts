import type { Service } from '#server/config/client.ts';
import type { PolicyRule } from '#server/config/policy.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';

/** The methods of each factor type, by the names of the methods in policies. */
const METHODS_BY_FACTOR_TYPE: Readonly<Record<FactorType, readonly SecondToken[]>> = {
  [FACTOR_TYPES.otpCard]: ['hwOtp'],
  [FACTOR_TYPES.yubikey]: ['yubikey'],
  [FACTOR_TYPES.mobileApp]: ['mobileOtp', 'push', 'qrCode'],
  [FACTOR_TYPES.passkey]: ['fido2Token'],
};

/** The methods of a factor type. */
export const methodsOfFactorType = (type: FactorType): readonly SecondToken[] => METHODS_BY_FACTOR_TYPE[type];

/** Whether one of the methods is accepted at a service, in the first or the second step. */
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

/**
 * Whether a standard authenticator may be registered under a policy (rule 271): the policy allows standard
 * authenticators, and accepts the codes of apps.
 */
export const mayRegisterStandard = ({
  appOtp,
  methods,
  management,
  secondTokenPriority,
}: PolicyRule): boolean =>
  appOtp.standard &&
  (methods.includes('mobileOtp') || (management && secondTokenPriority.mobileOtp !== undefined));

/**
 * Whether a factor of a type may be registered under a policy (rule 203). The policy has to allow an identity check,
 * and to accept a method of the factor type in the first step or, when `management` is on, in the second step.
 */
export function mayRegister(type: FactorType, rule: PolicyRule, service: Service | null): boolean {
  const isAcceptedInFirstStep = METHODS_BY_FACTOR_TYPE[type].some((name) =>
    name === 'qrCode' ? service?.qrCode === true : rule.methods.includes(name),
  );
  const isAcceptedInSecondStep =
    rule.management &&
    METHODS_BY_FACTOR_TYPE[type].some((name) => rule.secondTokenPriority[name] !== undefined);
  return rule.selfAuth.length > 0 && (isAcceptedInFirstStep || isAcceptedInSecondStep);
}
