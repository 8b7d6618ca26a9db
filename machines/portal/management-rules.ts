import type { ManagementInput } from '#machines/management/management.types.ts';
import type { ClientConfig } from '#machines/shared/domain.ts';
import {
  IDENTITY_METHODS,
  type IdentityMethod,
  type Policy,
  type SecondToken,
  type UserTokens,
} from '#machines/shared/policy.ts';
import { FACTOR_TYPES, type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { isInsideApp } from './login-parameters.ts';
import type { PortalContext } from './portal.types.ts';
import type { Route } from './route.ts';
import { clientIdOf } from './session-rules.ts';

const FACTOR_TYPE_ORDER: readonly FactorType[] = [
  FACTOR_TYPES.otpCard,
  FACTOR_TYPES.yubikey,
  FACTOR_TYPES.mobileApp,
  FACTOR_TYPES.passkey,
];

const TOKENS_OF_FACTOR_TYPE: Readonly<Record<FactorType, readonly SecondToken[]>> = {
  [FACTOR_TYPES.otpCard]: ['otpCard'],
  [FACTOR_TYPES.yubikey]: ['yubikey'],
  [FACTOR_TYPES.mobileApp]: ['mobileOtp', 'push', 'qrCode'],
  [FACTOR_TYPES.passkey]: ['passkey'],
};

type ManagementRoute = Extract<Route, { readonly screen: 'management' }>;

/** The requested management screen; null when another screen is requested. */
export const managementRoute = ({ route }: Pick<PortalContext, 'route'>): ManagementRoute | null =>
  route.screen === 'management' ? route : null;

/**
 * The factor types that a person may register (rule 203): at the first step, the types of the methods that the policy
 * allows; at the second step, the types of the tokens that the policy ranks; in the overview, the types of all of these
 * methods and tokens.
 */
function registrableTypes(
  policy: Policy,
  client: ClientConfig | null,
  { step, code }: ManagementRoute,
): readonly FactorType[] {
  const isRanked = (name: SecondToken): boolean => policy.secondTokenPriority[name] !== undefined;
  const isAllowed = (name: SecondToken): boolean =>
    name === 'qrCode' ? client?.qrCode === true : policy.allowed[name];
  const isAllowedOrRanked = (name: SecondToken): boolean => isAllowed(name) || isRanked(name);
  const isRegistrable =
    step === 'second' ? isRanked : code === null && policy.secondAuth ? isAllowedOrRanked : isAllowed;
  return FACTOR_TYPE_ORDER.filter((factorType) => TOKENS_OF_FACTOR_TYPE[factorType].some(isRegistrable));
}

/**
 * Whether the requested management screen is allowed: the policy permits its factor type and has a method of the
 * identity check.
 */
export function mayManage(context: PortalContext): boolean {
  const { policy, client } = context;
  const requestedRoute = managementRoute(context);
  if (!policy || !requestedRoute) return false;
  const factorTypes = registrableTypes(policy, client, requestedRoute);
  const factorType = factorTypeOf(requestedRoute.code);
  const mayChooseType =
    requestedRoute.step === 'second'
      ? factorTypes.length > 0
      : policy.canManage && policy.listsFactors === true;
  const isTypeAllowed =
    requestedRoute.code === null ? mayChooseType : factorType !== null && factorTypes.includes(factorType);
  const isStepAllowed = requestedRoute.step === 'first' || policy.canManage;
  return isStepAllowed && isTypeAllowed && Object.values(policy.selfAuth).includes(true);
}

/** Whether the person has the contact or device that an identity check needs. */
function hasContactOrDevice(method: IdentityMethod, { mobileApp, ...contacts }: UserTokens): boolean {
  if (method === 'push') return mobileApp !== null && mobileApp !== 'offline';
  if (method === 'mobileOtp') return mobileApp !== null;
  return contacts[method === 'sms' ? 'phoneNumber' : method] !== null;
}

/**
 * The methods of the identity check at the second step (rules 202 and 204). When the person has a contact or device for
 * a method that the policy ranks, only such methods are used, because they prove as much as a sign-in. Otherwise, all
 * methods of the identity check are used.
 */
function identityMethodsAtSecondStep({
  selfAuth,
  secondTokenPriority,
  userTokens,
}: Policy): ManagementInput['selfAuth'] {
  const isRanked = (name: string): boolean => secondTokenPriority[name] !== undefined;
  const strongMethods = IDENTITY_METHODS.filter(
    (method) => selfAuth[method] && isRanked(method) && hasContactOrDevice(method, userTokens),
  );
  if (strongMethods.length === 0) return selfAuth;
  const entries = IDENTITY_METHODS.map((method) => [method, strongMethods.includes(method)] as const);
  return Object.fromEntries(entries) as Record<IdentityMethod, boolean>;
}

/** Input of the management flow. */
export function managementInput(context: PortalContext): ManagementInput {
  const { session, config, policy, client, passkeySupport } = context;
  const requestedRoute = managementRoute(context);
  if (!policy || !requestedRoute) throw new Error('The management requires a policy and a route');
  return {
    userId: session.person.userId,
    clientId: clientIdOf(session, config),
    policyId: policy.policyId,
    isLocalUser: policy.isLocalUser,
    code: requestedRoute.code,
    factorTypes: registrableTypes(policy, client, requestedRoute),
    appMethods: policy.cubeLogin,
    selfAuth: requestedRoute.step === 'second' ? identityMethodsAtSecondStep(policy) : policy.selfAuth,
    isInsideApp: isInsideApp(context),
    phoneNumber: policy.userTokens.phoneNumber,
    ip: session.request.ip,
    isSaas: config.saas,
    isPasskeySupported: passkeySupport === 'supported',
    listsFactors: policy.canManage && policy.listsFactors === true,
    hasOverview:
      requestedRoute.step === 'first' && requestedRoute.code === null && policy.listsFactors === true,
    flowType: session.request.type,
    defaultCode:
      (requestedRoute.step === 'second' ? policy.secondDefault : policy.fixedToken?.tokenCode) ?? null,
  };
}
