import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { certificatesIn } from './certificates-in.ts';
import type { ServiceProvider } from './client.ts';
import { ConfigError } from './config-error.ts';
import { type Federation, federationEntry } from './federations.ts';
import type { KeyPair } from './key-pair.ts';
import { readSpMetadata, type SpMetadata } from './saml/service-provider.ts';
import type { ConfigFile } from './schema.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function readMetadata(
  { metadata, metadataFile = '' }: ConfigFile['serviceProviders'][number],
  folder: string,
): SpMetadata {
  return readSpMetadata(metadata ?? readFileSync(resolve(folder, metadataFile), 'utf8'));
}

/**
 * Reads the configured service providers and their metadata, but not the service providers of federations.
 * @param source name of the configuration, for error messages
 * @param folder folder at which relative paths of metadata files start
 * @throws ConfigError naming all metadata that cannot be read
 */
export function readServiceProviders(
  { serviceProviders }: Pick<ConfigFile, 'serviceProviders'>,
  source: string,
  folder: string,
): readonly ServiceProvider[] {
  const problems: string[] = [];
  const providers = serviceProviders.flatMap((entry, index): ServiceProvider[] => {
    if (entry.federation !== undefined) return [];
    try {
      const { metadata: _text, metadataFile: _file, federation: _name, entityId: _id, ...rest } = entry;
      const provider = { ...rest, metadata: readMetadata(entry, folder) };
      if (!entry.requireSignedRequests || provider.metadata.certificates.length > 0) return [provider];
      throw new Error('has no certificate to check signatures with');
    } catch (error) {
      const setting = entry.metadata === undefined ? 'metadataFile' : 'metadata';
      problems.push(`serviceProviders[${index}].${setting}: ${reasonOf(error)}`);
      return [];
    }
  });
  if (problems.length > 0) throw new ConfigError(source, problems);
  return providers;
}

/**
 * Reads the configured SAML signing key; null when no key is configured, so that the server generates a key.
 * @param source name of the configuration, for error messages
 * @param folder folder at which relative paths of the key files start
 * @throws ConfigError when a file cannot be read or the certificate does not belong to the key
 */
export function readSamlKey(
  { saml }: Pick<ConfigFile, 'saml'>,
  source: string,
  folder: string,
): KeyPair | null {
  if (!saml) return null;
  try {
    const privateKey = readFileSync(resolve(folder, saml.privateKeyFile), 'utf8');
    const certificate = readFileSync(resolve(folder, saml.certificateFile), 'utf8');
    const key = createPrivateKey(privateKey);
    if (key.asymmetricKeyType !== 'rsa') throw new Error('the key is not an RSA key');
    if (!new X509Certificate(certificate).checkPrivateKey(key)) {
      throw new Error('the certificate does not belong to the key');
    }
    return { privateKey, certificate };
  } catch (error) {
    throw new ConfigError(source, [`saml: ${reasonOf(error)}`]);
  }
}

/**
 * Reads the configured federations with their services and certificates.
 * @param source name of the configuration, for error messages
 * @param folder folder at which relative paths of certificate files start
 * @throws ConfigError naming every invalid setting
 */
export function readFederations(
  {
    federations: federationEntries,
    serviceProviders,
    policies,
  }: Pick<ConfigFile, 'federations' | 'serviceProviders' | 'policies'>,
  source: string,
  folder: string,
): readonly Federation[] {
  const problems: string[] = [];
  const federationNames = new Set(federationEntries.map(({ name }) => name));
  for (const [index, { federation: name }] of serviceProviders.entries()) {
    if (name !== undefined && !federationNames.has(name))
      problems.push(`serviceProviders[${index}].federation: there is no federation "${name}"`);
  }
  const federations = federationEntries.flatMap(({ certificateFile, ...entry }, index): Federation[] => {
    const hasPolicy = policies.some(({ clients }) => clients?.includes(federationEntry(entry.name)) ?? true);
    if (entry.take === 'all' && !hasPolicy)
      problems.push(`federations[${index}].take: no policy applies to "${federationEntry(entry.name)}"`);
    const services = serviceProviders.flatMap(
      ({ metadata: _text, metadataFile: _file, federation: name, entityId, ...rest }) =>
        name === entry.name && entityId !== undefined ? [{ ...rest, entityId }] : [],
    );
    try {
      return [{ ...entry, services, certificates: certificatesIn(resolve(folder, certificateFile)) }];
    } catch (error) {
      problems.push(`federations[${index}].certificateFile: ${reasonOf(error)}`);
      return [];
    }
  });
  if (problems.length > 0) throw new ConfigError(source, problems);
  return federations;
}
