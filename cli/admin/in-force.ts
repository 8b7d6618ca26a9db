import { configuredPolicies, configuredServices } from '#server/administration/configured.ts';
import type { DeskPolicy } from '#wire/desk/state.ts';
import type { Action } from './action-context.ts';
import { tableOf } from './lines.ts';

const namesOrAll = (names: readonly string[] | null): string => names?.join(', ') ?? 'all · 모두';

/** A line with a label and a value; no line for an empty value. */
const labelledLines = (label: string, value: string): readonly string[] =>
  value === '' ? [] : [`  ${label}: ${value}`];

function policyText(policy: DeskPolicy): string {
  const { policyId, isEnabled, period, hours } = policy;
  const secondTokens = policy.isSecondStepAsked ? policy.secondTokens.join(' > ') : '';
  const people = [...(policy.users ?? []), ...(policy.groups ?? []).map((name) => `group ${name}`)].join(
    ', ',
  );
  return [
    `${policyId}${isEnabled ? '' : ' (not in force · 적용 안 함)'}`,
    ...labelledLines('services · 서비스', namesOrAll(policy.clients)),
    ...labelledLines('people · 사용자', people || namesOrAll(null)),
    ...labelledLines('networks · 네트워크', namesOrAll(policy.networks)),
    ...labelledLines('days · 기간', period ? `${period.from ?? ''} ~ ${period.until ?? ''}` : ''),
    ...labelledLines('hours · 시간', hours ? `${hours.from} ~ ${hours.until}` : ''),
    ...labelledLines(
      'methods · 수단',
      `${policy.methods.join(', ')}${policy.isPasswordFirst ? ' (password first)' : ''}`,
    ),
    ...labelledLines('second step · 2단계', secondTokens),
  ].join('\n');
}

/** Actions that print the policies and the services of the current configuration. */
export const IN_FORCE_ACTIONS: Readonly<Record<string, Action>> = {
  policies: {
    positionals: 'none',
    options: { json: 'flag' },
    async run({ portal, print, report }, args) {
      const policies = configuredPolicies(portal.config);
      report({ action: 'policies' });
      if (args.flag('json')) print(JSON.stringify(policies, null, 2));
      else for (const policy of policies) print(policyText(policy));
    },
  },
  services: {
    positionals: 'none',
    options: { json: 'flag' },
    async run({ portal, print, report }, args) {
      const services = configuredServices(portal.config);
      report({ action: 'services' });
      if (args.flag('json')) return print(JSON.stringify(services, null, 2));
      const rows = services.map(({ clientId, protocol, name }) => [clientId, protocol, name.ko, name.en]);
      print(tableOf([['SERVICE', 'PROTOCOL', '이름', 'NAME'], ...rows]));
    },
  },
};
