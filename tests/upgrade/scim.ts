import { tokenHash } from '#server/http/bearer-token.ts';
import type { Json } from '#tests/support/cluster/person.ts';
import { userIdAt } from '#tools/cluster/config.ts';

const TOKEN = 'a-token-of-the-identity-source-in-the-upgrade';

/** The configuration of the identity source. */
export const SCIM = { tokens: [{ name: 'source', hash: tokenHash(TOKEN) }] };

/** The users that the source has created, has created and deactivated, and has found and adopted. */
export const HIRED = 'hired';
export const DEPARTED = 'departed';
export const ADOPTED = userIdAt(8);

export const SCIM_PASSWORD = 'Harbour!4t9-violin';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A user in an answer of the portal. */
export type User = Json & { readonly id: string; readonly meta: Json & { readonly version: string } };

export type Source = (
  method: string,
  path: string,
  body?: Json,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly json: Json }>;

/** An identity source of a portal. */
export const sourceOf =
  (url: string): Source =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? {} : JSON.parse(text) };
  };

/** Changes attributes of a user if it still has this version. */
export const changeUser = (source: Source, { id, meta }: User, values: Json) =>
  source(
    'PATCH',
    `/Users/${id}`,
    {
      schemas: [PATCH],
      Operations: Object.entries(values).map(([path, value]) => ({ op: 'replace', path, value })),
    },
    { 'if-match': meta.version },
  );

/** The users that satisfy a condition. */
export async function usersBy(source: Source, attribute: string, value: unknown): Promise<readonly User[]> {
  const filter = encodeURIComponent(`${attribute} eq "${value}"`);
  return (await source('GET', `/Users?filter=${filter}`)).json['Resources'] as readonly User[];
}

const newUser = (userName: string, externalId: string, familyName: string): Json => ({
  schemas: [CORE],
  userName,
  externalId,
  name: { familyName, givenName: 'Min' },
  displayName: `Min ${familyName}`,
  emails: [{ value: `${userName}@hanbit.example`, type: 'work', primary: true }],
  locale: 'en-US',
  active: true,
  password: SCIM_PASSWORD,
});

/** Creates users and changes some; returns each as last returned by the portal. */
export async function createUsers(url: string): Promise<readonly User[]> {
  const source = sourceOf(url);
  const userIn = async (answer: ReturnType<Source>): Promise<User> => {
    const { status, json } = await answer;
    if (status >= 300) throw new Error(JSON.stringify(json));
    return json as User;
  };
  const hired = await userIn(source('POST', '/Users', newUser(HIRED, 'hr-1001', 'Kang')));
  const departed = await userIn(source('POST', '/Users', newUser(DEPARTED, 'hr-1002', 'Baek')));
  const [present] = await usersBy(source, 'userName', ADOPTED);
  if (!present) throw new Error(`The source does not find ${ADOPTED}.`);
  return [
    hired,
    await userIn(changeUser(source, departed, { active: false })),
    await userIn(changeUser(source, present, { externalId: 'hr-1003', displayName: 'Adopted' })),
  ];
}
