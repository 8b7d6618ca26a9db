import type { PolicyRule } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { SECOND_TOKENS } from '#server/login/policy/second-tokens.ts';
import type { DeskPolicy, DeskService } from '#wire/desk/state.ts';

/** The services in the configuration. */
export const configuredServices = ({ clients, serviceProviders }: ServerConfig): readonly DeskService[] => [
  ...clients.map(({ clientId, serviceName }) => ({
    clientId,
    protocol: 'openid' as const,
    name: serviceName,
  })),
  ...serviceProviders.map(({ serviceId, serviceName }) => ({
    clientId: serviceId,
    protocol: 'saml' as const,
    name: serviceName,
  })),
];

const policyOf = (rule: PolicyRule): DeskPolicy => ({
  policyId: rule.id,
  isEnabled: rule.enabled,
  clients: rule.clients ?? null,
  users: rule.users ?? null,
  groups: rule.groups ?? null,
  period: rule.period
    ? {
        ...(rule.period.from !== undefined && { from: rule.period.from }),
        ...(rule.period.until !== undefined && { until: rule.period.until }),
      }
    : null,
  hours: rule.hours ?? null,
  networks: rule.networks ?? null,
  isPasswordFirst: rule.authType === 'other',
  methods: rule.methods,
  isSecondStepAsked: rule.secondAuth,
  secondTokens: SECOND_TOKENS.filter((name) => rule.secondTokenPriority[name] !== undefined).sort(
    (first, second) => (rule.secondTokenPriority[first] ?? 0) - (rule.secondTokenPriority[second] ?? 0),
  ),
  isManagementOpen: rule.management,
});

/** The policies in the configuration, in their order. */
export const configuredPolicies = ({ policies }: ServerConfig): readonly DeskPolicy[] =>
  policies.map(policyOf);
