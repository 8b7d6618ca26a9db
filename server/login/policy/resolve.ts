import { createHash } from 'node:crypto';
import { foldedId } from '#server/config/folded-id.ts';
import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { DESK_CLIENT_ID } from '#wire/desk/names.ts';
import { isAllowedNetwork } from './allowed-network.ts';
import { isWithinHours, isWithinPeriod, type LocalTime } from './local-time.ts';
import { finishingMethods, hasGate, satisfiesPolicy } from './satisfies.ts';

/** Why no policy applies (spec section 8, 016 family in its order; rule 230 for a network). */
export type PolicyCode = '016' | '016_1' | '016_2' | '016_3' | '002_2';

/**
 * A policy that applies. `policyId` changes with its content, so that an outdated policy is noticed (rule 73), but not
 * with its list of services, which federations change.
 */
export type ActivePolicy = { readonly policyId: string; readonly rule: PolicyRule };

export type Resolution =
  | { readonly ok: true; readonly policy: ActivePolicy }
  | { readonly ok: false; readonly errCode: PolicyCode; readonly reason?: 'networkNotAllowed' };

const refusedResolution = (errCode: PolicyCode): Resolution => ({ ok: false, errCode });

/** A person for whom a policy is looked up. */
export type Person = {
  readonly userId: string;
  /** Folded names of their groups. */
  readonly groups: ReadonlySet<string>;
};

/** Whether a policy applies at a client; at the help desk only one that names it (rule 246). */
export const appliesAt = ({ clients }: Pick<PolicyRule, 'clients'>, clientId: string): boolean =>
  clients ? clients.includes(clientId) : clientId !== DESK_CLIENT_ID;

/** Rank of a policy for a person at a client, higher for a more specific one; null when it does not apply. */
function specificityOf(rule: PolicyRule, { userId, groups: own }: Person, clientId: string): number | null {
  if (!appliesAt(rule, clientId)) return null;
  const { users, groups, clients } = rule;
  const byClient = clients ? 1 : 0;
  if (users?.includes(userId)) return 4 + byClient;
  if (groups?.some((name) => own.has(foldedId(name)))) return 2 + byClient;
  return users || groups ? null : byClient;
}

function mostSpecificRule(
  rules: readonly PolicyRule[],
  person: Person,
  clientId: string,
): PolicyRule | undefined {
  const [first] = rules
    .flatMap((rule) => {
      const specificity = specificityOf(rule, person, clientId);
      return specificity === null ? [] : [{ rule, specificity }];
    })
    .sort((one, other) => other.specificity - one.specificity);
  return first?.rule;
}

function policyIdOf({ clients: _clients, ...content }: PolicyRule): string {
  const version = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12);
  return `${content.id}.${version}`;
}

/**
 * The policy without its second step, for a browser that was remembered with this method (rule 252); null when no
 * first step by another method satisfies the policy together with it.
 */
export function withoutSecondStep(rule: PolicyRule, method: MethodKey): ActivePolicy | null {
  const gate: readonly MethodKey[] = hasGate(rule) ? ['pw'] : [];
  const finishing = finishingMethods(rule).filter((first) =>
    satisfiesPolicy({ methods: [...new Set([...gate, first]), method], steps: 2 }, rule),
  );
  if (finishing.length === 0) return null;
  const methods = rule.methods.filter((name) => finishing.includes(name) || gate.includes(name));
  const reduced = { ...rule, methods, secondAuth: false };
  return { policyId: policyIdOf(reduced), rule: reduced };
}

/** Adds the second step demanded by a service, when the policy ranks tokens. */
const withSecondStep = (rule: PolicyRule): PolicyRule =>
  Object.keys(rule.secondTokenPriority).length > 0 ? { ...rule, secondAuth: true } : rule;

/**
 * The policies that may apply to a person at a client at any time: the configured one, and the same with a second step
 * that the service requests.
 */
export function rulesAt(
  { policies }: Pick<ServerConfig, 'policies'>,
  person: Person,
  clientId: string,
): readonly PolicyRule[] {
  const configured = mostSpecificRule(policies, person, clientId);
  if (!configured?.enabled) return [];
  const extended = withSecondStep(configured);
  return configured.secondAuth || extended === configured ? [configured] : [configured, extended];
}

/**
 * The policy of a person at a client now, both ids as configured.
 * @param address IP address of the person; null outside a request
 * @param wantsTwoSteps the service requests a second step, which the policy may offer without requiring it
 */
export function resolvePolicy(
  { policies }: Pick<ServerConfig, 'policies'>,
  person: Person,
  clientId: string,
  local: LocalTime,
  address: string | null,
  wantsTwoSteps = false,
): Resolution {
  const configured = mostSpecificRule(policies, person, clientId);
  if (!configured?.enabled) return refusedResolution('016');
  const rule = wantsTwoSteps ? withSecondStep(configured) : configured;
  if (rule.period && !isWithinPeriod(local, rule.period)) return refusedResolution('016_2');
  if (rule.hours && !isWithinHours(local, rule.hours)) return refusedResolution('016_3');
  if (address !== null && !isAllowedNetwork(rule, address)) {
    return { ok: false, errCode: '002_2', reason: 'networkNotAllowed' };
  }
  return { ok: true, policy: { policyId: policyIdOf(rule), rule } };
}
