import type { PasswordSetting, Service } from '#server/config/client.ts';
import { METHOD_KEYS, type PolicyRule, SELF_AUTH_KEYS } from '#server/config/policy.ts';
import { logoutServiceOf } from '#server/config/saml/service-provider.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { servicesOf } from '#server/config/services.ts';
import { codeMessage } from '#server/login/sending/code-message.ts';
import { bytesInEucKr, SMS_BYTES } from '#server/login/sending/short-message.ts';
import { DESK_CLIENT_ID } from '#wire/desk/names.ts';
import { passwordServices, settingOfService, strictestSetting } from './password-setting.ts';
import { appliesAt } from './resolve.ts';
import { hasGate } from './satisfies.ts';

/**
 * Warns of services that have no reset method in common. Names the first pair of services without a common reset
 * method, or all services when each pair has a common reset method.
 */
function resetConflictWarnings(config: ServerConfig): string[] {
  if (config.passwordRules === 'perService') return [];
  const services = passwordServices(config, null).filter(
    (service) => settingOfService(config, service).provideAuthPortalPwChange,
  );
  const haveCommonResetMethod = (...[first, ...others]: readonly Service[]): boolean =>
    !first ||
    strictestSetting(
      settingOfService(config, first),
      ...others.map((other) => settingOfService(config, other)),
    ).provideAuthPortalPwChange;
  if (haveCommonResetMethod(...services)) return [];
  const pairs = services.flatMap((first, index) =>
    services.slice(index + 1).map((second) => [first, second]),
  );
  const quotedNames = (pairs.find((pair) => !haveCommonResetMethod(...pair)) ?? services).map(
    ({ clientId }) => `"${clientId}"`,
  );
  return [
    `passwordSecurity: ${quotedNames.join(' and ')} share no reset method: nobody can reset a forgotten password without an administrator`,
  ];
}

/** Warns of services that accept a weaker password, or a reset method that another service does not accept. */
function weakerRuleWarnings(config: ServerConfig): string[] {
  if (config.passwordRules === 'strictest') return [];
  const services = passwordServices(config, null);
  const [first, ...others] = services.map((service) => settingOfService(config, service));
  if (!first) return [];
  const strictest = strictestSetting(first, ...others);
  const isWeaker = (setting: PasswordSetting): boolean =>
    setting.level < strictest.level ||
    (strictest.twoKinds && !setting.twoKinds) ||
    (setting.provideAuthPortalPwChange &&
      (!strictest.provideAuthPortalPwChange ||
        setting.selfAuthMethodWhenPwChange !== strictest.selfAuthMethodWhenPwChange ||
        SELF_AUTH_KEYS.some((method) => setting[method] && !strictest[method])));
  const weakerServices = services.filter((service) => isWeaker(settingOfService(config, service)));
  if (weakerServices.length === 0) return [];
  const quotedNames = weakerServices.map(({ clientId }) => `"${clientId}"`).join(', ');
  return [
    `passwordRules: perService: the password of all services can be set by the weaker rules of ${quotedNames}`,
  ];
}

/** Warns of identity methods that can both reset the password of a policy and be the other factor of the policy. */
function sharedFactorWarnings(config: ServerConfig, rule: PolicyRule): string[] {
  if (!rule.enabled || !(rule.secondAuth || hasGate(rule))) return [];
  const otherFactors = METHOD_KEYS.filter((name) =>
    rule.secondAuth ? rule.secondTokenPriority[name] !== undefined : rule.methods.includes(name),
  );
  const settings = servicesOf(config)
    .filter(({ clientId }) => appliesAt(rule, clientId))
    .map((service) => settingOfService(config, service))
    .filter(
      ({ provideAuthPortalPwChange, selfAuthMethodWhenPwChange }) =>
        provideAuthPortalPwChange && selfAuthMethodWhenPwChange !== 'QnA',
    );
  const resetMethodsAndFactors = SELF_AUTH_KEYS.filter(
    (method) => otherFactors.includes(method) && settings.some((setting) => setting[method]),
  );
  return resetMethodsAndFactors.length === 0
    ? []
    : [
        `policies "${rule.id}": ${resetMethodsAndFactors.join(', ')} can reset the password and be the other factor: a person with no other factor can sign in with this factor alone`,
      ];
}

/**
 * Warns of services that are not notified of a logout, unless there is only one service. The help desk needs no
 * notification. Services of a federation are named only when the configuration names them.
 */
function missingLogoutWarnings({ clients: allClients, serviceProviders }: ServerConfig): string[] {
  const clients = allClients.filter(({ clientId }) => clientId !== DESK_CLIENT_ID);
  const clientsWithoutLogout = clients.filter(
    ({ backchannelLogoutUri }) => backchannelLogoutUri === undefined,
  );
  const configuredProviders = serviceProviders.filter(
    ({ federation, serviceId, metadata }) => federation === undefined || serviceId !== metadata.entityId,
  );
  const providersWithoutLogout = configuredProviders.filter(
    ({ metadata }) => logoutServiceOf(metadata) === null,
  );
  if (clients.length + serviceProviders.length === 1) return [];
  const warning = (kind: string, names: readonly string[], missing: string): string[] =>
    names.length === 0
      ? []
      : [
          `${kind} ${names.map((name) => `"${name}"`).join(', ')}: without ${missing}, they are not notified of a sign-out, and the person stays signed in there`,
        ];
  return [
    ...warning(
      'clients',
      clientsWithoutLogout.map(({ clientId }) => clientId),
      'backchannelLogoutUri',
    ),
    ...warning(
      'serviceProviders',
      providersWithoutLogout.map(({ serviceId }) => serviceId),
      'a SingleLogoutService in their metadata',
    ),
  ];
}

/** Warns of configured services that the loaded metadata of their federation does not describe. */
const undescribedServiceWarnings = ({ federations, serviceProviders }: ServerConfig): string[] => {
  const loadedIds = new Set(serviceProviders.map(({ serviceId }) => serviceId));
  return federations.flatMap(({ name, services }) => {
    const undescribed = services.filter(({ serviceId }) => !loadedIds.has(serviceId));
    return undescribed.length === 0
      ? []
      : [
          `federations "${name}": its metadata does not describe ${undescribed.map(({ entityId }) => `"${entityId}"`).join(', ')}, or was not read yet: nobody signs in there`,
        ];
  });
};

const LANGUAGES = ['ko', 'en'] as const;

/** Warns of services whose name does not fit completely into an SMS of 90 bytes with a code (rule 231). */
function messageLengthWarnings(config: ServerConfig): string[] {
  if (config.sms.length === 0) return [];
  const { hostname: host } = new URL(config.publicUrl);
  const textIn = (language: (typeof LANGUAGES)[number], serviceName: string): string =>
    codeMessage('sms', '123456', { language, serviceName, host, purpose: 'identity' }).text;
  const hostWarnings = LANGUAGES.some((language) => bytesInEucKr(textIn(language, '')) > SMS_BYTES)
    ? [`publicUrl: "${host}" is so long that codes do not fit into an SMS of ${SMS_BYTES} bytes`]
    : [];
  const nameWarnings = servicesOf(config).flatMap(({ clientId, serviceName }) =>
    LANGUAGES.flatMap((language) => {
      const text = textIn(language, serviceName[language]);
      if (text.startsWith(`[${serviceName[language]}] `)) return [];
      const shortName = /^\[(.*)\] /.exec(text)?.[1];
      return [
        `serviceName of "${clientId}" (${language}): does not fit into an SMS of ${SMS_BYTES} bytes, which ${shortName === undefined ? 'leaves it out' : `says "${shortName}"`}`,
      ];
    }),
  );
  return [...hostWarnings, ...nameWarnings];
}

/** Warns of FIDO metadata whose `nextUpdate` has passed. */
const oldMetadataWarnings = ({ passkeyModels }: ServerConfig): string[] =>
  passkeyModels !== null && passkeyModels.nextUpdate < Date.now()
    ? [
        'passkeys.attestation: FIDO has published newer metadata; models whose trust was withdrawn since then are not recognised',
      ]
    : [];

/** The warnings about parts of a configuration that may be unintended. */
export const warningsOf = (config: ServerConfig): readonly string[] => [
  ...oldMetadataWarnings(config),
  ...(config.scrypt === undefined
    ? []
    : ['scrypt: no longer has an effect; `argon2` sets the cost of a new hash']),
  ...(config.registration.first === 'anyChannel'
    ? [
        'registration.first: anyChannel: whoever can reset a password through a mailbox or a phone can also register the first other factor through it',
      ]
    : []),
  ...resetConflictWarnings(config),
  ...weakerRuleWarnings(config),
  ...missingLogoutWarnings(config),
  ...undescribedServiceWarnings(config),
  ...messageLengthWarnings(config),
  ...config.policies.flatMap((rule) => sharedFactorWarnings(config, rule)),
  ...config.accounts.flatMap(({ userId, internalMail, privateMail }) =>
    internalMail !== undefined && internalMail.toLowerCase() === privateMail?.toLowerCase()
      ? [`accounts "${userId}": internalMail and privateMail are one mailbox, and count as two methods`]
      : [],
  ),
];
