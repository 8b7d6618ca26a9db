import type { PasswordSetting, Service } from '#server/config/client.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { SELF_AUTH_KEYS } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { servicesOf } from '#server/config/services.ts';
import { type Person, rulesAt } from './resolve.ts';

/** The part of the configuration on which password settings depend. */
type PasswordConfig = Pick<
  ServerConfig,
  'clients' | 'serviceProviders' | 'policies' | 'passwordSecurity' | 'passwordRules'
>;

/** The password setting that is configured for a service, without the stricter settings of other services. */
export const settingOfService = (
  { passwordSecurity }: Pick<ServerConfig, 'passwordSecurity'>,
  service: Service | null,
): PasswordSetting => service?.passwordSecurity ?? passwordSecurity;

const refusesCommonPasswords = ({ refuseCommon, level }: PasswordSetting): boolean =>
  refuseCommon ?? level === 3;

const acceptsAnswer = ({ selfAuthMethodWhenPwChange }: PasswordSetting): boolean =>
  selfAuthMethodWhenPwChange !== 'selfAuth';
const acceptsIdentityCheck = ({ selfAuthMethodWhenPwChange }: PasswordSetting): boolean =>
  selfAuthMethodWhenPwChange !== 'QnA';

/**
 * Combines several settings: the strictest requirements, and the reset methods that all settings allow. When the
 * settings have no reset method in common, only the administrator can reset a password (rule 226).
 */
export function strictestSetting(
  first: PasswordSetting,
  ...others: readonly PasswordSetting[]
): PasswordSetting {
  const allSettings = [first, ...others];
  const limitedDays = allSettings.map(({ passwordDays }) => passwordDays).filter((days) => days > 0);
  const checkMethods = SELF_AUTH_KEYS.map(
    (method) => [method, allSettings.every((setting) => setting[method])] as const,
  );
  const allowsAnswer = allSettings.every(acceptsAnswer);
  const allowsIdentityCheck =
    allSettings.every(acceptsIdentityCheck) && checkMethods.some(([, isAllowed]) => isAllowed);
  const methodWithCheck = allowsAnswer ? 'selfAuthOrQnA' : 'selfAuth';
  return {
    ...(Object.fromEntries(checkMethods) as Record<(typeof SELF_AUTH_KEYS)[number], boolean>),
    selfAuthMethodWhenPwChange: allowsAnswer && !allowsIdentityCheck ? 'QnA' : methodWithCheck,
    provideAuthPortalPwChange:
      (allowsAnswer || allowsIdentityCheck) &&
      allSettings.every(({ provideAuthPortalPwChange }) => provideAuthPortalPwChange),
    passwordReuseLimit: Math.max(...allSettings.map(({ passwordReuseLimit }) => passwordReuseLimit)),
    passwordDays: limitedDays.length > 0 ? Math.min(...limitedDays) : 0,
    level: allSettings.reduce<PasswordSetting['level']>((max, { level }) => (level > max ? level : max), 1),
    twoKinds: allSettings.some(({ twoKinds }) => twoKinds),
    refuseCommon: allSettings.some(refusesCommonPasswords),
  };
}

const NO_GROUPS: ReadonlySet<string> = new Set();

/**
 * A person for each case that policies distinguish: a person whom no policy names, each person whom a policy names, and
 * a member of each group that a policy names.
 */
const representativePeople = ({ policies }: PasswordConfig): readonly Person[] => [
  { userId: '', groups: NO_GROUPS },
  ...policies.flatMap(({ users = [] }) => users.map((userId) => ({ userId, groups: NO_GROUPS }))),
  ...policies.flatMap(({ groups = [] }) =>
    groups.map((name) => ({ userId: '', groups: new Set([foldedId(name)]) })),
  ),
];

/**
 * The services at which a person may sign in with a password.
 * @param person null for all services at which anybody may sign in with a password
 */
export function passwordServices(config: PasswordConfig, person: Person | null): readonly Service[] {
  const people = person === null ? representativePeople(config) : [person];
  return servicesOf(config).filter(({ clientId }) =>
    people.some((representative) =>
      rulesAt(config, representative, clientId).some(
        ({ authType, methods }) => authType === 'other' || methods.includes('pw'),
      ),
    ),
  );
}

/**
 * The password setting of a person at a service.
 * @param person null when the person is not known
 * @param service null for a password that an administrator sets
 */
export function passwordSettingOf(
  config: PasswordConfig,
  person: Person | null,
  service: Service | null,
): PasswordSetting {
  const serviceSetting = settingOfService(config, service);
  if (config.passwordRules === 'perService') return serviceSetting;
  const settings = passwordServices(config, person).map((passwordService) =>
    settingOfService(config, passwordService),
  );
  const [first, ...others] = service ? [serviceSetting, ...settings] : settings;
  return first ? strictestSetting(first, ...others) : serviceSetting;
}
