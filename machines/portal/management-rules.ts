import type { ManagementInput } from '#machines/management/management.types.ts';
import type { ClientConfig } from '#machines/shared/domain.ts';
import {
  type Policy,
  SELF_AUTH_METHODS,
  type SecondToken,
  type SelfAuthMethod,
  type UserTokens,
} from '#machines/shared/policy.ts';
import { FACTOR_TYPES, type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { isInsideApp } from './login-terms.ts';
import type { PortalContext } from './portal.types.ts';
import type { Route } from './route.ts';
import { clientIdOf } from './session-rules.ts';

const KINDS: readonly FactorType[] = [
  FACTOR_TYPES.otpCard,
  FACTOR_TYPES.yubikey,
  FACTOR_TYPES.mobileApp,
  FACTOR_TYPES.passkey,
];

const TOKENS: Readonly<Record<FactorType, readonly SecondToken[]>> = {
  [FACTOR_TYPES.otpCard]: ['otpCard'],
  [FACTOR_TYPES.yubikey]: ['yubikey'],
  [FACTOR_TYPES.mobileApp]: ['mobileOtp', 'push', 'qrCode'],
  [FACTOR_TYPES.passkey]: ['passkey'],
};

type ManagementRoute = Extract<Route, { readonly screen: 'management' }>;

export const managementRoute = ({ route }: Pick<PortalContext, 'route'>): ManagementRoute | null =>
  route.screen === 'management' ? route : null;

/**
 * What the policy lets people register: for the first step its methods, for the second what it ranks, and in the
 * overview both (decision 203).
 */
function kindsOf(
  policy: Policy,
  client: ClientConfig | null,
  { step, code }: ManagementRoute,
): readonly FactorType[] {
  const isRanked = (name: SecondToken): boolean => policy.secondTokenPriority[name] !== undefined;
  const isAllowed = (name: SecondToken): boolean =>
    name === 'qrCode' ? client?.qrCode === true : policy.allowed[name];
  const isEither = (name: SecondToken): boolean => isAllowed(name) || isRanked(name);
  const isWanted = step === 'second' ? isRanked : code === null && policy.secondAuth ? isEither : isAllowed;
  return KINDS.filter((kind) => TOKENS[kind].some(isWanted));
}

/**
 * Whether the requested registration is allowed: an identity check is possible and the policy has the factor
 * type.
 */
export function mayManage(context: PortalContext): boolean {
  const { policy, client } = context;
  const requestedRoute = managementRoute(context);
  if (!policy || !requestedRoute) return false;
  const kinds = kindsOf(policy, client, requestedRoute);
  const kind = factorTypeOf(requestedRoute.code);
  const mayChoose =
    requestedRoute.step === 'second' ? kinds.length > 0 : policy.canManage && policy.listsFactors === true;
  const isKnown = requestedRoute.code === null ? mayChoose : kind !== null && kinds.includes(kind);
  const isOpen = requestedRoute.step === 'first' || policy.canManage;
  return isOpen && isKnown && Object.values(policy.selfAuth).includes(true);
}

/** Whether the person has the contact or device that an identity check needs. */
function canPassIdentityCheck(way: SelfAuthMethod, { mobileApp, ...contacts }: UserTokens): boolean {
  if (way === 'push') return mobileApp !== null && mobileApp !== 'offline';
  if (way === 'mobileOtp') return mobileApp !== null;
  return contacts[way === 'sms' ? 'phoneNumber' : way] !== null;
}

/**
 * The ways of the identity check at the second step. Who has a token of that step proves as much as signing in does: by
 * one that it ranks. Who has none, or none of these ways, is offered all (decisions 202 and 204).
 */
function waysAtSecond({ selfAuth, secondTokenPriority, userTokens }: Policy): ManagementInput['selfAuth'] {
  const isRanked = (name: string): boolean => secondTokenPriority[name] !== undefined;
  const counting = SELF_AUTH_METHODS.filter(
    (way) => selfAuth[way] && isRanked(way) && canPassIdentityCheck(way, userTokens),
  );
  if (counting.length === 0) return selfAuth;
  const ways = SELF_AUTH_METHODS.map((way) => [way, counting.includes(way)] as const);
  return Object.fromEntries(ways) as Record<SelfAuthMethod, boolean>;
}

/** What the management is given. */
export function managementInput(context: PortalContext): ManagementInput {
  const { session, config, policy, client, passkeySupport } = context;
  const requestedRoute = managementRoute(context);
  if (!policy || !requestedRoute) throw new Error('The management opens only under a policy, by its address');
  return {
    userId: session.person.userId,
    clientId: clientIdOf(session, config),
    policyId: policy.policyId,
    isLocalUser: policy.isLocalUser,
    code: requestedRoute.code,
    kinds: kindsOf(policy, client, requestedRoute),
    ways: policy.cubeLogin,
    selfAuth: requestedRoute.step === 'second' ? waysAtSecond(policy) : policy.selfAuth,
    isInsideApp: isInsideApp(context),
    phoneNumber: policy.userTokens.phoneNumber,
    ip: session.flow.ip,
    isSaas: config.saas,
    isPasskeySupported: passkeySupport === 'supported',
    listsFactors: policy.canManage && policy.listsFactors === true,
    hasOverview:
      requestedRoute.step === 'first' && requestedRoute.code === null && policy.listsFactors === true,
    flowType: session.flow.type,
    defaultCode:
      (requestedRoute.step === 'second' ? policy.secondDefault : policy.fixedToken?.tokenCode) ?? null,
  };
}
