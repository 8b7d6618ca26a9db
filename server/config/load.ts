import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './config-error.ts';
import { DEMO_CLIENT_SECRET, demoConfig, loopbackOrigins } from './demo.ts';
import { DEMO_SP_CERTIFICATE } from './demo-saml.ts';
import { deskClient, deskPolicy, deskProblems, readDesk } from './desk.ts';
import { readFederations, readSamlKey, readServiceProviders } from './files.ts';
import { readLdap } from './ldap.ts';
import { readPasskeyModels } from './passkey-models.ts';
import { crossSettingProblems, describeIssues, placeholderProblems, productionProblems } from './problems.ts';
import { configFile, type GatewayUrls, type Mode, type ServerConfig } from './schema.ts';
import { readSms } from './sms.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export type ConfigSources = {
  readonly mode: Mode;
  /** Origin of the portal if the configuration file has no `publicUrl`. */
  readonly publicUrl: string;
  /** Origin of the lab, where the demo services run. */
  readonly labOrigin: string;
  readonly gateways?: GatewayUrls;
  /** Port of the demonstration's help desk; if it is missing, there is no help desk. */
  readonly deskPort?: number;
  /** Folder at which relative paths of the file start. */
  readonly folder?: string;
};

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withDemoEntries(configured: unknown, demoEntries: readonly JsonObject[], key: string): unknown {
  if (configured === undefined) return demoEntries;
  if (!Array.isArray(configured)) return configured;
  const configuredKeys = new Set(configured.filter(isJsonObject).map((entry) => entry[key]));
  return [...configured, ...demoEntries.filter((entry) => !configuredKeys.has(entry[key]))];
}

/**
 * Completes a configuration with the demonstration: its services, policies and licences are appended, and its other
 * settings apply where the file has no value.
 */
function mergeWithDemo(file: JsonObject, labOrigin: string, deskPort: number | undefined): JsonObject {
  const demo = demoConfig(labOrigin, deskPort);
  return {
    ...demo,
    ...file,
    clients: withDemoEntries(file['clients'], demo.clients, 'clientId'),
    serviceProviders: withDemoEntries(file['serviceProviders'], demo.serviceProviders, 'serviceId'),
    policies: withDemoEntries(file['policies'], demo.policies, 'id'),
    licenses: withDemoEntries(file['licenses'], demo.licenses, 'id'),
  };
}

/**
 * Validates the content of a configuration file and reads the files that it names. Outside production, the
 * demonstration's services and policies are added.
 * @param source name of the configuration, for error messages
 * @throws ConfigError naming every invalid setting
 */
export function resolveConfig(file: unknown, source: string, sources: ConfigSources): ServerConfig {
  const { mode, publicUrl, labOrigin, deskPort, gateways = {}, folder = '.' } = sources;
  if (!isJsonObject(file)) throw new ConfigError(source, ['the file: must be an object']);
  const input = mode === 'demo' ? mergeWithDemo(file, labOrigin, deskPort) : file;
  const parsed = v.safeParse(configFile, input);
  if (!parsed.success) throw new ConfigError(source, describeIssues(parsed.issues));
  const { $schema: _schema, saml: _saml, ldap: _ldap, sms, desk: deskEntry, ...values } = parsed.output;
  const desk = readDesk(deskEntry);
  if (mode === 'production' && values.publicUrl === undefined) {
    throw new ConfigError(source, ['publicUrl: is missing']);
  }
  const config: ServerConfig = {
    ...values,
    ...(desk && {
      clients: [...values.clients, deskClient(desk)],
      policies: [deskPolicy(desk), ...values.policies],
    }),
    desk,
    mode,
    appFrames: mode === 'demo' ? loopbackOrigins(labOrigin) : [],
    publicUrl: values.publicUrl ?? publicUrl,
    gateways,
    serviceProviders: readServiceProviders(values, source, folder),
    federations: readFederations(values, source, folder),
    samlKey: readSamlKey(parsed.output, source, folder),
    ldap: readLdap(parsed.output.ldap, source, folder),
    passkeyModels: readPasskeyModels(values.passkeys.attestation, source, folder),
    sms: readSms(sms, gateways.smsUrl, { source, folder }),
  };
  const problems = [
    ...crossSettingProblems(config),
    ...deskProblems(desk, config.publicUrl),
    ...(mode === 'production'
      ? [
          ...placeholderProblems(file),
          ...productionProblems(config, { secret: DEMO_CLIENT_SECRET, certificate: DEMO_SP_CERTIFICATE }),
        ]
      : []),
  ];
  if (problems.length > 0) throw new ConfigError(source, problems);
  return config;
}

function readMode(value: string | undefined): Mode {
  if (value === undefined || value === '' || value === 'demo') return 'demo';
  if (value === 'production') return 'production';
  throw new ConfigError('MUNJIGI_MODE', [`"${value}" is neither demo nor production`]);
}

function gatewayUrl(name: string, value: string | undefined, schemes: RegExp): string | undefined {
  if (!value) return undefined;
  if (URL.canParse(value) && schemes.test(new URL(value).protocol)) return value;
  throw new ConfigError(name, ['is not a URL with a supported scheme']);
}

function readGateways(env: Readonly<Record<string, string | undefined>>): GatewayUrls {
  const smtpUrl = gatewayUrl('SMTP_URL', env['SMTP_URL'], /^smtps?:$/);
  const smsUrl = gatewayUrl('SMS_URL', env['SMS_URL'], /^https?:$/);
  const pushUrl = gatewayUrl('PUSH_URL', env['PUSH_URL'], /^https?:$/);
  return { ...(smtpUrl && { smtpUrl }), ...(smsUrl && { smsUrl }), ...(pushUrl && { pushUrl }) };
}

function readFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(path, [error instanceof Error ? error.message : String(error)]);
  }
}

/**
 * Loads the configuration of this process: `MUNJIGI_CONFIG` names the file, `MUNJIGI_MODE` the mode, `SMTP_URL`,
 * `SMS_URL` and `PUSH_URL` the gateways.
 * @throws ConfigError naming every invalid setting
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  otherSources: Omit<ConfigSources, 'mode' | 'gateways'>,
): ServerConfig {
  const mode = readMode(env['MUNJIGI_MODE']);
  const sources = { mode, gateways: readGateways(env), ...otherSources };
  const path = env['MUNJIGI_CONFIG'];
  if (path) return resolveConfig(readFile(path), path, { ...sources, folder: dirname(path) });
  if (mode === 'production') throw new ConfigError('MUNJIGI_CONFIG', ['is required in production']);
  return resolveConfig({}, 'the demonstration', sources);
}
