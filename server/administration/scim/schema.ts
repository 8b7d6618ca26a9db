import SCIMMY from 'scimmy';

const { Attribute, SchemaDefinition, Schema } = SCIMMY.Types;

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

const label = (name: string, description: string) => new Attribute('string', name, { description });

const primary = new Attribute('boolean', 'primary', { description: 'The one that is meant first.' });

/** The attributes of a SCIM user that the portal stores (RFC 7643, section 4.1). */
const definition = new SchemaDefinition('User', USER_SCHEMA, 'An account of the portal', [
  new Attribute('string', 'userName', {
    required: true,
    mutable: 'immutable',
    uniqueness: 'server',
    description: 'The ID that the person signs in by. It stays as it is.',
  }),
  new Attribute('complex', 'name', { description: 'The parts of the name.' }, [
    label('formatted', 'The whole name; displayName goes before it.'),
    label('familyName', 'Compared in an identity check.'),
    label('givenName', 'Compared in an identity check.'),
  ]),
  label('displayName', 'The name that the portal and services show.'),
  new Attribute(
    'complex',
    'emails',
    { multiValued: true, description: 'work: internal mail; home or other: private mail.' },
    [label('value', 'The address.'), label('type', 'work, home or other.'), primary],
  ),
  new Attribute(
    'complex',
    'phoneNumbers',
    { multiValued: true, description: 'mobile: where codes are sent by SMS.' },
    [
      label('value', 'The number.'),
      label('type', 'mobile. Numbers of other types are not kept: they get no SMS.'),
      primary,
    ],
  ),
  new Attribute('boolean', 'active', {
    description: 'Whether the person may sign in. False ends every sign-in at once.',
  }),
  label('locale', 'The language and place of the person, such as ko-KR.'),
  new Attribute('string', 'password', {
    mutable: 'writeOnly',
    returned: 'never',
    direction: 'in',
    description: 'Kept as a hash; for accounts whose password the portal keeps.',
  }),
]);

/** A user as the library patches it. */
export class PortalUser extends Schema {
  static override get id(): string {
    return USER_SCHEMA;
  }

  static override get definition() {
    return definition;
  }

  constructor(resource: object, direction = 'both') {
    super(resource, direction);
    Object.assign(this, definition.coerce(resource, direction));
  }
}

/** The names that the schema has, in lower case. */
export const KNOWN_ATTRIBUTES: ReadonlySet<string> = new Set(
  definition.attributes.map(({ name }) => name.toLowerCase()),
);

/** The schema as a source reads it. */
export const describedSchema = (base: string) => definition.describe(`${base}/Schemas`);
