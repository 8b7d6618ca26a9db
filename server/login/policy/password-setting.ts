import type { PasswordSetting, Service } from '#server/config/client.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { SELF_AUTH_KEYS } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { servicesOf } from '#server/config/services.ts';
import { type Person, rulesAt } from './resolve.ts';

type Rules = Pick<
  ServerConfig,
  'clients' | 'serviceProviders' | 'policies' | 'passwordSecurity' | 'passwordRules'
>;

/** The password setting of a service alone, without those of other services. */
export const settingOfService = (
  { passwordSecurity }: Pick<ServerConfig, 'passwordSecurity'>,
  service: Service | null,
): PasswordSetting => service?.passwordSecurity ?? passwordSecurity;

const refusesCommonPasswords = ({ refuseCommon, level }: PasswordSetting): boolean =>
  refuseCommon ?? level === 3;

const acceptsAnswer = ({ selfAuthMethodWhenPwChange: method }: PasswordSetting): boolean =>
  method !== 'selfAuth';
const acceptsIdentityCheck = ({ selfAuthMethodWhenPwChange: method }: PasswordSetting): boolean =>
  method !== 'QnA';

/**
 * Combines several settings: the strictest requirements, and the reset methods that all of them allow. When
 * none is left, only the administrator can reset a password (rule 226).
 */
export function strictestSetting(
  first: PasswordSetting,
  ...others: readonly PasswordSetting[]
): PasswordSetting {
  const all = [first, ...others];
  const days = all.map(({ passwordDays }) => passwordDays).filter((number) => number > 0);
  const checkMethods = SELF_AUTH_KEYS.map(
    (method) => [method, all.every((setting) => setting[method])] as const,
  );
  const hasAnswer = all.every(acceptsAnswer);
  const hasCheck = all.every(acceptsIdentityCheck) && checkMethods.some(([, isAllowed]) => isAllowed);
  const withCheck = hasAnswer ? 'selfAuthOrQnA' : 'selfAuth';
  return {
    ...(Object.fromEntries(checkMethods) as Record<(typeof SELF_AUTH_KEYS)[number], boolean>),
    selfAuthMethodWhenPwChange: hasAnswer && !hasCheck ? 'QnA' : withCheck,
    provideAuthPortalPwChange:
      (hasAnswer || hasCheck) && all.every(({ provideAuthPortalPwChange: isOn }) => isOn),
    passwordReuseLimit: Math.max(...all.map(({ passwordReuseLimit }) => passwordReuseLimit)),
    passwordDays: days.length > 0 ? Math.min(...days) : 0,
    level: all.reduce<PasswordSetting['level']>((max, { level }) => (level > max ? level : max), 1),
    twoKinds: all.some(({ twoKinds }) => twoKinds),
    refuseCommon: all.some(refusesCommonPasswords),
  };
}

const NO_GROUPS: ReadonlySet<string> = new Set();

/** One person for each case that policies distinguish: nobody they name, each person and each group that they name. */
const representativePeople = ({ policies }: Rules): readonly Person[] => [
  { userId: '', groups: NO_GROUPS },
  ...policies.flatMap(({ users = [] }) => users.map((userId) => ({ userId, groups: NO_GROUPS }))),
  ...policies.flatMap(({ groups = [] }) =>
    groups.map((name) => ({ userId: '', groups: new Set([foldedId(name)]) })),
  ),
];

/** The services at which a person may sign in by password; without a person, those at which anybody may. */
export function passwordServices(config: Rules, person: Person | null): readonly Service[] {
  const people = person === null ? representativePeople(config) : [person];
  return servicesOf(config).filter(({ clientId }) =>
    people.some((one) =>
      rulesAt(config, one, clientId).some(
        ({ authType, methods }) => authType === 'other' || methods.includes('pw'),
      ),
    ),
  );
}

/** The password setting of a person at a service; without a service, for a password that an administrator sets. */
export function passwordSettingOf(
  config: Rules,
  person: Person | null,
  service: Service | null,
): PasswordSetting {
  const own = settingOfService(config, service);
  if (config.passwordRules === 'perService') return own;
  const settings = passwordServices(config, person).map((one) => settingOfService(config, one));
  const [first, ...others] = service ? [own, ...settings] : settings;
  return first ? strictestSetting(first, ...others) : own;
}
