import { createHash } from 'node:crypto';
import { foldedId } from '#server/config/folded-id.ts';
import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { DESK_CLIENT_ID } from '#wire/desk/names.ts';
import { isAllowedNetwork } from './allowed-network.ts';
import { isWithinHours, isWithinPeriod, type LocalTime } from './local-time.ts';
import { finishingMethods, hasGate, satisfiesPolicy } from './satisfies.ts';

/**
 * The error code when no policy applies: of the 016 family, in the order of spec section 8, or 002_2 for a network that
 * the policy does not allow (rule 230).
 */
export type PolicyCode = '016' | '016_1' | '016_2' | '016_3' | '002_2';

/**
 * A policy that applies. `policyId` changes with the content of the policy, so that an outdated policy is noticed (rule
 * 73). It does not change with the list of services, because federations change that list.
 */
export type ActivePolicy = { readonly policyId: string; readonly rule: PolicyRule };

/** The policy that applies, or the reason why no policy applies. */
export type Resolution =
  | { readonly ok: true; readonly policy: ActivePolicy }
  | { readonly ok: false; readonly errCode: PolicyCode; readonly reason?: 'networkNotAllowed' };

const refusedResolution = (errCode: PolicyCode): Resolution => ({ ok: false, errCode });

/** A person for whom a policy is looked up. */
export type Person = {
  readonly userId: string;
  /** The names of the person's groups, without differences of case (`foldedId`). */
  readonly groups: ReadonlySet<string>;
};

/** Whether a policy applies at a client. At the help desk only policies that name the help desk apply (rule 246). */
export const appliesAt = ({ clients }: Pick<PolicyRule, 'clients'>, clientId: string): boolean =>
  clients ? clients.includes(clientId) : clientId !== DESK_CLIENT_ID;

/**
 * The rank of a policy for a person at a client; null when the policy does not apply. Naming the person counts more
 * than naming a group, and naming a group counts more than naming the client.
 */
function specificityOf(
  rule: PolicyRule,
  { userId, groups: personGroups }: Person,
  clientId: string,
): number | null {
  if (!appliesAt(rule, clientId)) return null;
  const { users, groups, clients } = rule;
  const clientRank = clients ? 1 : 0;
  if (users?.includes(userId)) return 4 + clientRank;
  if (groups?.some((name) => personGroups.has(foldedId(name)))) return 2 + clientRank;
  return users || groups ? null : clientRank;
}

function mostSpecificRule(
  rules: readonly PolicyRule[],
  person: Person,
  clientId: string,
): PolicyRule | undefined {
  const [mostSpecific] = rules
    .flatMap((rule) => {
      const specificity = specificityOf(rule, person, clientId);
      return specificity === null ? [] : [{ rule, specificity }];
    })
    .sort((first, second) => second.specificity - first.specificity);
  return mostSpecific?.rule;
}

function policyIdOf({ clients: _clients, ...content }: PolicyRule): string {
  const version = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12);
  return `${content.id}.${version}`;
}

/**
 * The policy without its second step, for a browser that was remembered with `method` (rule 252). Only the first-step
 * methods remain that satisfy the policy together with `method`; null when there is no such method.
 */
export function withoutSecondStep(rule: PolicyRule, method: MethodKey): ActivePolicy | null {
  const gate: readonly MethodKey[] = hasGate(rule) ? ['pw'] : [];
  const firstMethods = finishingMethods(rule).filter((firstMethod) =>
    satisfiesPolicy({ methods: [...new Set([...gate, firstMethod]), method], steps: 2 }, rule),
  );
  if (firstMethods.length === 0) return null;
  const methods = rule.methods.filter((name) => firstMethods.includes(name) || gate.includes(name));
  const ruleWithoutSecondStep = { ...rule, methods, secondAuth: false };
  return { policyId: policyIdOf(ruleWithoutSecondStep), rule: ruleWithoutSecondStep };
}

/** The policy with the second step that a service requests, if the policy ranks tokens for a second step. */
const withSecondStep = (rule: PolicyRule): PolicyRule =>
  Object.keys(rule.secondTokenPriority).length > 0 ? { ...rule, secondAuth: true } : rule;

/**
 * The policies that may apply to a person at a client at any time: the configured policy, and this policy with a second
 * step that the service requests.
 */
export function rulesAt(
  { policies }: Pick<ServerConfig, 'policies'>,
  person: Person,
  clientId: string,
): readonly PolicyRule[] {
  const configuredRule = mostSpecificRule(policies, person, clientId);
  if (!configuredRule?.enabled) return [];
  const ruleWithSecondStep = withSecondStep(configuredRule);
  return configuredRule.secondAuth || ruleWithSecondStep === configuredRule
    ? [configuredRule]
    : [configuredRule, ruleWithSecondStep];
}

/**
 * The policy that applies to a person at a client now. `userId` and `clientId` are written as configured.
 * @param address the IP address of the person; null outside a request
 * @param wantsTwoSteps whether the service requests a second step, although the policy may not require it
 */
export function resolvePolicy(
  { policies }: Pick<ServerConfig, 'policies'>,
  person: Person,
  clientId: string,
  time: LocalTime,
  address: string | null,
  wantsTwoSteps = false,
): Resolution {
  const configuredRule = mostSpecificRule(policies, person, clientId);
  if (!configuredRule?.enabled) return refusedResolution('016');
  const rule = wantsTwoSteps ? withSecondStep(configuredRule) : configuredRule;
  if (rule.period && !isWithinPeriod(time, rule.period)) return refusedResolution('016_2');
  if (rule.hours && !isWithinHours(time, rule.hours)) return refusedResolution('016_3');
  if (address !== null && !isAllowedNetwork(rule, address)) {
    return { ok: false, errCode: '002_2', reason: 'networkNotAllowed' };
  }
  return { ok: true, policy: { policyId: policyIdOf(rule), rule } };
}
