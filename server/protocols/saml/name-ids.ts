import { createHmac, randomBytes } from 'node:crypto';
import { isNameIdFormat, NAME_ID_FORMAT, type NameIdFormat } from '#server/config/saml/names.ts';
import type { SpMetadata } from '#server/config/saml/service-provider.ts';
import type { Attribute } from './messages/write.ts';

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The name ID format for a service: the requested format or, when no format is requested, the first supported format in
 * the metadata of the service. Null when the requested format is not supported.
 */
export function nameIdFormat(requested: string | null, metadata: SpMetadata): NameIdFormat | null {
  if (requested !== null && requested !== NAME_ID_FORMAT.unspecified) {
    return isNameIdFormat(requested) ? requested : null;
  }
  return metadata.nameIdFormats.find(isNameIdFormat) ?? NAME_ID_FORMAT.unspecified;
}

/**
 * The name ID of a person in a format; null when the person has no name ID in this format. A persistent name ID is
 * different at each service, and does not reveal the user ID (SAML Core, 8.3.7). A transient name ID is different each
 * time.
 * @param secret the key from which persistent name IDs are computed
 */
export function nameIdValue(
  format: NameIdFormat,
  claims: Claims,
  entityId: string,
  secret: Uint8Array,
): string | null {
  switch (format) {
    case NAME_ID_FORMAT.unspecified:
      return claims.sub;
    case NAME_ID_FORMAT.email:
      return textOf(claims['email']) || null;
    case NAME_ID_FORMAT.persistent:
      return createHmac('sha256', secret).update(`${entityId}\n${claims.sub}`).digest('base64url');
    case NAME_ID_FORMAT.transient:
      return `_${randomBytes(20).toString('hex')}`;
  }
}

/** The attributes of a person, and the claims that contain their values. */
const ATTRIBUTES = [
  { claim: 'preferred_username', name: 'urn:oid:0.9.2342.19200300.100.1.1', friendlyName: 'uid' },
  { claim: 'name', name: 'urn:oid:2.16.840.1.113730.3.1.241', friendlyName: 'displayName' },
  { claim: 'name#ko', name: 'displayName#ko', friendlyName: 'displayName#ko' },
  { claim: 'name#en', name: 'displayName#en', friendlyName: 'displayName#en' },
  { claim: 'email', name: 'urn:oid:0.9.2342.19200300.100.1.3', friendlyName: 'mail' },
  { claim: 'phone_number', name: 'urn:oid:2.5.4.20', friendlyName: 'telephoneNumber' },
] as const;

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : []);

/**
 * The attributes of a person.
 * @param groupsClaim the name of the claim and attribute for groups; absent for a service that receives no groups
 */
export const attributesOf = (claims: Claims, groupsClaim?: string): readonly Attribute[] => [
  ...ATTRIBUTES.map(({ claim, name, friendlyName }) => ({
    name,
    friendlyName,
    values: textOf(claims[claim]) === '' ? [] : [textOf(claims[claim])],
  })),
  ...(groupsClaim === undefined
    ? []
    : [{ name: groupsClaim, friendlyName: groupsClaim, values: textsOf(claims[groupsClaim]) }]),
];
