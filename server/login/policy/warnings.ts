import type { Service } from '#server/config/client.ts';
import { METHOD_KEYS, type PolicyRule, SELF_AUTH_KEYS } from '#server/config/policy.ts';
import { logoutServiceOf } from '#server/config/saml/service-provider.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { servicesOf } from '#server/config/services.ts';
import { codeMessage } from '#server/login/sending/code-message.ts';
import { bytesInEucKr, SMS_BYTES } from '#server/login/sending/short-message.ts';
import { DESK_CLIENT_ID } from '#wire/desk/names.ts';
import { passwordServices, settingOfService, strictestSetting } from './password-setting.ts';
import { appliesAt } from './resolve.ts';

/**
 * Services without a reset method that all of them allow: the first conflicting pair, or all when every pair shares
 * one.
 */
function conflictingResetMethods(config: ServerConfig): string[] {
  if (config.passwordRules === 'perService') return [];
  const services = passwordServices(config, null).filter(
    (service) => settingOfService(config, service).provideAuthPortalPwChange,
  );
  const shareResetMethod = (...[first, ...others]: readonly Service[]): boolean =>
    !first ||
    strictestSetting(
      settingOfService(config, first),
      ...others.map((other) => settingOfService(config, other)),
    ).provideAuthPortalPwChange;
  if (shareResetMethod(...services)) return [];
  const pairs = services.flatMap((one, index) => services.slice(index + 1).map((other) => [one, other]));
  const quotedNames = (pairs.find((pair) => !shareResetMethod(...pair)) ?? services).map(
    ({ clientId }) => `"${clientId}"`,
  );
  return [
    `passwordSecurity: ${quotedNames.join(' and ')} share no reset method: nobody can reset a forgotten password without an administrator`,
  ];
}

/** Services that accept a weaker password, or a reset method that another service does not accept. */
function weakerPasswordRules(config: ServerConfig): string[] {
  if (config.passwordRules === 'strictest') return [];
  const services = passwordServices(config, null);
  const [first, ...others] = services.map((service) => settingOfService(config, service));
  if (!first) return [];
  const max = strictestSetting(first, ...others);
  const isWeaker = (setting: typeof max): boolean =>
    setting.level < max.level ||
    (max.twoKinds && !setting.twoKinds) ||
    (setting.provideAuthPortalPwChange &&
      (!max.provideAuthPortalPwChange ||
        setting.selfAuthMethodWhenPwChange !== max.selfAuthMethodWhenPwChange ||
        SELF_AUTH_KEYS.some((method) => setting[method] && !max[method])));
  const names = services.filter((service) => isWeaker(settingOfService(config, service)));
  if (names.length === 0) return [];
  const listed = names.map(({ clientId }) => `"${clientId}"`).join(', ');
  return [
    `passwordRules: perService: the password of all services can be set by the weaker rules of ${listed}`,
  ];
}

/** Identity methods that can both reset the password of a policy and be its other factor. */
function resetMethodsThatAreFactors(config: ServerConfig, rule: PolicyRule): string[] {
  const isGated = rule.authType === 'other' && rule.methods.some((method) => method !== 'pw');
  if (!rule.enabled || !(rule.secondAuth || isGated)) return [];
  const otherFactors = METHOD_KEYS.filter((name) =>
    rule.secondAuth ? rule.secondTokenPriority[name] !== undefined : rule.methods.includes(name),
  );
  const settings = servicesOf(config)
    .filter(({ clientId }) => appliesAt(rule, clientId))
    .map((service) => settingOfService(config, service))
    .filter(
      ({ provideAuthPortalPwChange: isOn, selfAuthMethodWhenPwChange: method }) => isOn && method !== 'QnA',
    );
  const sharedMethods = SELF_AUTH_KEYS.filter(
    (method) => otherFactors.includes(method) && settings.some((setting) => setting[method]),
  );
  return sharedMethods.length === 0
    ? []
    : [
        `policies "${rule.id}": ${sharedMethods.join(', ')} can reset the password and be the other factor: a person with no other factor can sign in with this one alone`,
      ];
}

/**
 * Services that are not notified of a logout, if there is more than one. The help desk needs no notification; of a
 * federation only the services named in the configuration count.
 */
function servicesWithoutLogout({ clients: all, serviceProviders }: ServerConfig): string[] {
  const clients = all.filter(({ clientId }) => clientId !== DESK_CLIENT_ID);
  const silentClients = clients.filter(({ backchannelLogoutUri }) => backchannelLogoutUri === undefined);
  const configuredProviders = serviceProviders.filter(
    ({ federation, serviceId, metadata }) => federation === undefined || serviceId !== metadata.entityId,
  );
  const silentProviders = configuredProviders.filter(({ metadata }) => logoutServiceOf(metadata) === null);
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
      silentClients.map(({ clientId }) => clientId),
      'backchannelLogoutUri',
    ),
    ...warning(
      'serviceProviders',
      silentProviders.map(({ serviceId }) => serviceId),
      'a SingleLogoutService in their metadata',
    ),
  ];
}

/** Configured services that the loaded metadata of their federation does not describe. */
const unknownToFederations = ({ federations, serviceProviders }: ServerConfig): string[] => {
  const loadedIds = new Set(serviceProviders.map(({ serviceId }) => serviceId));
  return federations.flatMap(({ name, services }) => {
    const missing = services.filter(({ serviceId }) => !loadedIds.has(serviceId));
    return missing.length === 0
      ? []
      : [
          `federations "${name}": its metadata does not describe ${missing.map(({ entityId }) => `"${entityId}"`).join(', ')}, or was not read yet: nobody signs in there`,
        ];
  });
};

const LANGUAGES = ['ko', 'en'] as const;

/** Services whose whole name does not fit into an SMS of 90 bytes with a code (rule 231). */
function longMessages(config: ServerConfig): string[] {
  if (config.sms.length === 0) return [];
  const { hostname: host } = new URL(config.publicUrl);
  const textIn = (language: (typeof LANGUAGES)[number], serviceName: string): string =>
    codeMessage('sms', '123456', { language, serviceName, host, purpose: 'identity' }).text;
  const tooLong = LANGUAGES.some((language) => bytesInEucKr(textIn(language, '')) > SMS_BYTES)
    ? [`publicUrl: "${host}" is so long that codes do not fit into an SMS of ${SMS_BYTES} bytes`]
    : [];
  const shortened = servicesOf(config).flatMap(({ clientId, serviceName }) =>
    LANGUAGES.flatMap((language) => {
      const text = textIn(language, serviceName[language]);
      if (text.startsWith(`[${serviceName[language]}] `)) return [];
      const shortName = /^\[(.*)\] /.exec(text)?.[1];
      return [
        `serviceName of "${clientId}" (${language}): does not fit into an SMS of ${SMS_BYTES} bytes, which ${shortName === undefined ? 'leaves it out' : `says "${shortName}"`}`,
      ];
    }),
  );
  return [...tooLong, ...shortened];
}

/** FIDO metadata whose `nextUpdate` has passed. */
const oldMetadata = ({ passkeyModels }: ServerConfig): string[] =>
  passkeyModels !== null && passkeyModels.nextUpdate < Date.now()
    ? [
        'passkeys.attestation: FIDO has published newer metadata; models whose trust was withdrawn since then are not recognised',
      ]
    : [];

/** Warnings about a configuration that may be unintended. */
export const warningsOf = (config: ServerConfig): readonly string[] => [
  ...oldMetadata(config),
  ...(config.scrypt === undefined
    ? []
    : ['scrypt: no longer has an effect; `argon2` sets the cost of a new hash']),
  ...(config.registration.first === 'anyChannel'
    ? [
        'registration.first: anyChannel: whoever can reset a password by a mailbox or a phone can register the first other factor by it',
      ]
    : []),
  ...conflictingResetMethods(config),
  ...weakerPasswordRules(config),
  ...servicesWithoutLogout(config),
  ...unknownToFederations(config),
  ...longMessages(config),
  ...config.policies.flatMap((rule) => resetMethodsThatAreFactors(config, rule)),
  ...config.accounts.flatMap(({ userId, internalMail, privateMail }) =>
    internalMail !== undefined && internalMail.toLowerCase() === privateMail?.toLowerCase()
      ? [`accounts "${userId}": internalMail and privateMail are one mailbox, and count as two methods`]
      : [],
  ),
];
