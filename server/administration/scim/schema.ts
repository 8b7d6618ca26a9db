import SCIMMY from 'scimmy';
import { GROUP_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';

const { Attribute, SchemaDefinition, Schema } = SCIMMY.Types;

/** A class with which the library SCIMMY validates and patches resources of a schema. */
const schemaClass = (id: string, definition: InstanceType<typeof SchemaDefinition>) =>
  class extends Schema {
    static override get id(): string {
      return id;
    }

    static override get definition() {
      return definition;
    }

    constructor(resource: object, direction = 'both') {
      super(resource, direction);
      Object.assign(this, definition.coerce(resource, direction));
    }
  };

const textAttribute = (name: string, description: string) => new Attribute('string', name, { description });

const primary = new Attribute('boolean', 'primary', { description: 'Whether this is the preferred value.' });

/** The attributes of a SCIM user that the portal stores (RFC 7643, section 4.1). */
const userDefinition = new SchemaDefinition('User', USER_SCHEMA, 'An account of the portal', [
  new Attribute('string', 'userName', {
    required: true,
    mutable: 'immutable',
    uniqueness: 'server',
    description: 'The ID with which the person signs in. It cannot be changed.',
  }),
  new Attribute('complex', 'name', { description: 'The parts of the name.' }, [
    textAttribute('formatted', 'The full name; displayName takes precedence.'),
    textAttribute('familyName', 'Compared in an identity check.'),
    textAttribute('givenName', 'Compared in an identity check.'),
  ]),
  textAttribute('displayName', 'The name that the portal and services show.'),
  new Attribute(
    'complex',
    'emails',
    { multiValued: true, description: 'work: internal mail; home or other: private mail.' },
    [textAttribute('value', 'The address.'), textAttribute('type', 'work, home or other.'), primary],
  ),
  new Attribute(
    'complex',
    'phoneNumbers',
    { multiValued: true, description: 'mobile: where codes are sent by SMS.' },
    [
      textAttribute('value', 'The number.'),
      textAttribute('type', 'mobile. Numbers of other types are not stored and get no SMS.'),
      primary,
    ],
  ),
  new Attribute('boolean', 'active', {
    description: 'Whether the person may sign in. False ends all sessions at once.',
  }),
  textAttribute('locale', 'The language and region of the person, such as ko-KR.'),
  new Attribute('string', 'password', {
    mutable: 'writeOnly',
    returned: 'never',
    direction: 'in',
    description: 'Stored as a hash; only for accounts whose password the portal stores.',
  }),
]);

/** A user for validating and patching with the library. */
export class PortalUser extends schemaClass(USER_SCHEMA, userDefinition) {}

/** The attributes of a SCIM group (RFC 7643, section 4.2). */
const groupDefinition = new SchemaDefinition('Group', GROUP_SCHEMA, 'A group of people', [
  new Attribute('string', 'displayName', {
    required: true,
    uniqueness: 'server',
    description: 'The name of the group in policies and services; case and width are ignored.',
  }),
  new Attribute(
    'complex',
    'members',
    {
      multiValued: true,
      description: 'Members that the source added. Members from files are not shown.',
    },
    [
      new Attribute('string', 'value', { mutable: 'immutable', description: 'The id of a user.' }),
      new Attribute('reference', '$ref', {
        mutable: 'immutable',
        referenceTypes: ['User'],
        description: 'The address of the user.',
      }),
      new Attribute('string', 'type', {
        mutable: 'immutable',
        canonicalValues: ['User'],
        description: 'User: groups cannot be members of groups.',
      }),
    ],
  ),
]);

/** A group for validating with the library. */
export class PortalGroup extends schemaClass(GROUP_SCHEMA, groupDefinition) {}

const attributeNames = ({ attributes }: typeof userDefinition): ReadonlySet<string> =>
  new Set(attributes.map(({ name }) => name.toLowerCase()));

/** The names of the user attributes, in lower case. */
export const USER_ATTRIBUTES = attributeNames(userDefinition);
/** The names of the group attributes, in lower case. */
export const GROUP_ATTRIBUTES = attributeNames(groupDefinition);

/**
 * For each attribute with several values: the stored types (other types are ignored), and whether `primary` is stored.
 */
const STORED_PARTS: Readonly<
  Record<string, { readonly types: readonly string[]; readonly hasPrimary: boolean }>
> = {
  emails: { types: ['work', 'home', 'other'], hasPrimary: true },
  phoneNumbers: { types: ['mobile'], hasPrimary: false },
};

type SchemaDescription = ReturnType<typeof userDefinition.describe>;

/** A schema document in which the sub-attributes are reduced to what is stored. */
const describeStoredParts = (schema: SchemaDescription): SchemaDescription => ({
  ...schema,
  attributes: schema.attributes.map((attribute) => {
    const { name, subAttributes } = attribute;
    const stored = STORED_PARTS[name];
    if (!stored || !subAttributes) return attribute;
    return {
      ...attribute,
      subAttributes: subAttributes
        .filter((part) => stored.hasPrimary || part.name !== 'primary')
        .map((part) => (part.name === 'type' ? { ...part, canonicalValues: [...stored.types] } : part)),
    };
  }),
});

/** The schema documents for identity sources. */
export const describedSchemas = (base: string) =>
  [userDefinition, groupDefinition].map((definition) =>
    // `describe` returns objects with a method toJSON; JSON turns them into plain objects.
    describeStoredParts(JSON.parse(JSON.stringify(definition.describe(`${base}/Schemas`)))),
  );
