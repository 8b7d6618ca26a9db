import * as v from 'valibot';
import { problemOfIssue, valueProblem } from '#server/administration/value-problems.ts';
import { base64Of } from '#server/hashes/kind.ts';
import type { ImportProblem } from '#wire/desk/import.ts';
import { type FileContent, type FileProblem, unreadableContent } from './content.ts';
import { type ForeignPerson, foreignContent } from './foreign.ts';

const optionalText = v.optional(v.nullable(v.string()));

/** The imported attributes of a user in a realm export (UserRepresentation of Keycloak's Admin REST API). */
const keycloakUser = v.object({
  username: v.string(),
  enabled: v.optional(v.boolean(), true),
  firstName: optionalText,
  lastName: optionalText,
  email: optionalText,
  attributes: v.optional(v.record(v.string(), v.array(v.string())), {}),
  requiredActions: v.optional(v.array(v.string()), []),
  serviceAccountClientId: optionalText,
  federationLink: optionalText,
  credentials: v.optional(
    v.array(v.object({ type: v.string(), secretData: optionalText, credentialData: optionalText })),
    [],
  ),
});

type KeycloakUser = v.InferOutput<typeof keycloakUser>;
type Credential = KeycloakUser['credentials'][number];

/** The export of a realm. */
const realm = v.object({ users: v.array(v.unknown()) });

/** A text with JSON of a schema. */
const jsonText = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema);

/** The secret and the public part of a credential of type `password`. */
const secretData = jsonText(v.object({ value: v.string(), salt: v.string() }));
const credentialData = jsonText(
  v.object({
    hashIterations: v.number(),
    algorithm: v.string(),
    additionalParameters: v.optional(v.nullable(v.record(v.string(), v.array(v.string())))),
  }),
);

/** Base64 without `=` at its end, as PHC strings require. */
const withoutPadding = (base64: string): string => base64Of(Buffer.from(base64, 'base64'));

/** The hash of a password as a PHC string. An algorithm without such a format returns its name, an unsupported hash. */
function hashOf({ secretData: secret, credentialData: data }: Credential): string {
  const secretResult = v.safeParse(secretData, secret);
  const dataResult = v.safeParse(credentialData, data);
  if (!secretResult.success || !dataResult.success) return 'unknown';
  const { algorithm, hashIterations, additionalParameters } = dataResult.output;
  const saltAndHash = `${withoutPadding(secretResult.output.salt)}$${withoutPadding(secretResult.output.value)}`;
  if (/^pbkdf2(-sha(256|512))?$/.test(algorithm)) return `$${algorithm}$i=${hashIterations}$${saltAndHash}`;
  if (algorithm !== 'argon2') return algorithm;
  const parameter = (name: string): string => additionalParameters?.[name]?.[0] ?? '';
  /** The versions 1.3 and 1.0 of Argon2 in PHC strings. */
  const version = parameter('version') === '1.3' ? 19 : 16;
  return `$argon2${parameter('type')}$v=${version}$m=${parameter('memory')},t=${hashIterations},p=${parameter('parallelism')}$${saltAndHash}`;
}

/** Why credentials of a type are not imported. */
const SKIPPED_CREDENTIALS: Readonly<Record<string, ImportProblem>> = {
  otp: 'otpLeftOut',
  webauthn: 'passkeyLeftOut',
  'webauthn-passwordless': 'passkeyLeftOut',
};

function personOf(user: KeycloakUser, place: number): ForeignPerson {
  const password = user.credentials.find(({ type }) => type === 'password');
  const phone = ['phoneNumber', 'phone_number', 'mobile'].flatMap((name) => user.attributes[name] ?? [])[0];
  return {
    place,
    userId: user.username,
    lastName: user.lastName ?? undefined,
    firstName: user.firstName ?? undefined,
    mail: user.email ?? undefined,
    phone,
    isDisabled: !user.enabled,
    mustChange: user.requiredActions.includes('UPDATE_PASSWORD'),
    hash: password ? hashOf(password) : null,
    skippedValues: [
      ...user.credentials
        .filter(({ type }) => type !== 'password')
        .map(({ type }) => ({
          field: type,
          ...valueProblem(SKIPPED_CREDENTIALS[type] ?? 'credentialLeftOut'),
        })),
      ...(user.federationLink ? [{ field: 'password', ...valueProblem('directoryPassword') }] : []),
    ],
  };
}

/**
 * Reads the people of a realm that Keycloak has exported with `kc.sh export --realm NAME --file FILE`. Service accounts
 * are skipped.
 * @param exactIds whether IDs that differ only in case or width are different
 */
export function readKeycloak(text: string, exactIds = false): FileContent {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), realm), text);
  if (!parsed.success) {
    return unreadableContent({ place: 1, field: '', ...valueProblem('notRealm') });
  }
  const people: ForeignPerson[] = [];
  const problems: FileProblem[] = [];
  for (const [index, value] of parsed.output.users.entries()) {
    const place = index + 1;
    const user = v.safeParse(keycloakUser, value);
    if (!user.success) {
      const [issue] = user.issues;
      problems.push({ place, field: v.getDotPath(issue) ?? '', ...problemOfIssue(issue) });
    } else if (!user.output.serviceAccountClientId) people.push(personOf(user.output, place));
  }
  return foreignContent(people, exactIds, problems);
}
