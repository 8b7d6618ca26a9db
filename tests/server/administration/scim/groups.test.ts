import { beforeEach, describe, expect, test } from 'vitest';
import { accountAdminOf } from '#tests/support/server/account-admin.ts';
import { ERROR_SCHEMA, GROUP_SCHEMA, SEARCH_SCHEMA } from '#wire/scim.ts';
import { patchOf } from './requests.ts';
import { deviationsIn, serverWithSource } from './source.ts';

const { server, source } = await serverWithSource();
const ids = { kim: await source.idOf('kim'), lee: await source.idOf('lee'), park: await source.idOf('park') };

let count = 0;
/** The name of the group of a test. No name is the beginning of another one. */
let name = '';
beforeEach(() => {
  count += 1;
  name = `Team ${count},`;
});

const members = (...people: readonly (keyof typeof ids)[]) =>
  people.map((person) => ({ value: ids[person] }));

const create = (attributes: object = {}) =>
  source.call('POST', '/Groups', { schemas: [GROUP_SCHEMA], displayName: name, ...attributes });

const patch = (id: string, ...operations: readonly object[]) =>
  source.call('PATCH', `/Groups/${id}`, patchOf(...operations));

const peopleOf = (json: Readonly<Record<string, unknown>>): readonly string[] => {
  const members = (json['members'] ?? []) as readonly { readonly value: string }[];
  return Object.entries(ids)
    .filter(([, id]) => members.some(({ value }) => value === id))
    .map(([person]) => person);
};

/** The groups of a person in this test. */
const groupsOf = async (userId: string) =>
  (await server.portal.groups.of(userId)).filter((group) => group.startsWith(name));

test('a group is created, read, replaced and removed', async () => {
  const created = await create({ externalId: 'g-1', members: members('kim') });
  const { id, meta } = created.json as { readonly id: string; readonly meta: { readonly version: string } };
  expect(created.status).toBe(201);
  expect(created.headers.get('Location')).toBe(`http://localhost:8080/scim/v2/Groups/${id}`);
  expect(created.json).toMatchObject({
    schemas: [GROUP_SCHEMA],
    displayName: name,
    externalId: 'g-1',
    members: [{ value: ids.kim, $ref: `http://localhost:8080/scim/v2/Users/${ids.kim}`, type: 'User' }],
    meta: { resourceType: 'Group' },
  });
  expect((await source.call('GET', `/Groups/${id}`)).json).toEqual(created.json);
  expect(await groupsOf('kim')).toContain(name);
  const body = { schemas: [GROUP_SCHEMA], displayName: `${name} new`, members: members('lee', 'park') };
  const replaced = await source.call('PUT', `/Groups/${id}`, body, { 'If-Match': meta.version });
  expect(replaced.json).toMatchObject({ id, displayName: `${name} new` });
  expect(replaced.json['externalId']).toBeUndefined();
  expect(peopleOf(replaced.json)).toEqual(['lee', 'park']);
  expect([await groupsOf('kim'), await groupsOf('lee')]).toEqual([[], [`${name} new`]]);
  expect((await source.call('PUT', `/Groups/${id}`, body, { 'If-Match': meta.version })).status).toBe(412);
  expect((await source.call('DELETE', `/Groups/${id}`)).status).toBe(204);
  expect((await source.call('GET', `/Groups/${id}`)).json).toMatchObject({
    schemas: [ERROR_SCHEMA],
    status: '404',
  });
  expect(await groupsOf('lee')).toEqual([]);
});

test('members are added and removed by PATCH, in the forms of RFC 7644, Entra and Okta', async () => {
  server.audited.length = 0;
  const id = String((await create()).json['id']);
  const steps: readonly (readonly [object, readonly string[]])[] = [
    [{ op: 'add', path: 'members', value: members('kim') }, ['kim']],
    [{ op: 'Add', path: 'members', value: members('lee', 'park') }, ['kim', 'lee', 'park']],
    [{ op: 'remove', path: `members[value eq "${ids.lee}"]` }, ['kim', 'park']],
    [{ op: 'remove', path: `members[value eq "${ids.lee}"]` }, ['kim', 'park']],
    [{ op: 'Remove', path: 'members', value: members('park') }, ['kim']],
    [{ op: 'replace', path: `${GROUP_SCHEMA}:members`, value: members('lee') }, ['lee']],
    [{ op: 'replace', value: { id, displayName: `${name} new` } }, ['lee']],
    [{ op: 'replace', path: 'externalId', value: 'g' }, ['lee']],
    [{ op: 'remove', path: 'members' }, []],
  ];
  for (const [operation, people] of steps) {
    const { status, json } = await patch(id, operation);
    expect({ operation, status, people: peopleOf(json) }).toEqual({ operation, status: 200, people });
  }
  expect((await source.call('GET', `/Groups/${id}`)).json).toMatchObject({
    displayName: `${name} new`,
    externalId: 'g',
  });
  expect(deviationsIn(server).toSorted()).toEqual([
    'capitalised-operation',
    'capitalised-operation',
    'prefixed-path',
  ]);
  expect(server.audited.filter(({ account }) => account === 'park')).toMatchObject([
    { operator: 'scim:entra', action: 'change', details: { fields: 'groups' } },
    { operator: 'scim:entra', action: 'change', details: { fields: 'groups' } },
  ]);
});

describe('a list', () => {
  const list = async (query: string) => (await source.call('GET', `/Groups?${query}`)).json;

  test.for([
    ['displayName eq "GROUP 1 listed"', ['Group 1 listed']],
    ['displayName sw "group" and displayName ew "listed"', ['Group 1 listed', 'Group 2 listed']],
    ['externalId eq "x-2"', ['Group 2 listed']],
    ['externalId eq "X-2"', []],
    ['members.value eq ":kim"', ['Group 2 listed']],
    ['members[value eq ":kim"]', ['Group 2 listed']],
    [`${GROUP_SCHEMA}:displayName eq "nobody"`, []],
  ] as const)('with the filter %s has the matching groups', async ([filter, expected]) => {
    for (const index of [1, 2])
      await source.call('POST', '/Groups', {
        schemas: [GROUP_SCHEMA],
        displayName: `Group ${index} listed`,
        externalId: `x-${index}`,
        ...(index === 2 && { members: members('kim') }),
      });
    const filterParam = encodeURIComponent(filter.replace(':kim', ids.kim));
    const { Resources } = (await list(`filter=${filterParam}`)) as {
      readonly Resources: readonly { readonly displayName: string }[];
    };
    expect(Resources.map(({ displayName }) => displayName)).toEqual(expected);
  });

  test('is returned in pages, without members when they are excluded', async () => {
    const { Resources, totalResults } = await list('count=200');
    const all = Resources as readonly object[];
    expect(totalResults).toBe(all.length);
    const page = await list('startIndex=2&count=1&excludedAttributes=members');
    expect(page).toMatchObject({ totalResults: all.length, startIndex: 2, itemsPerPage: 1 });
    expect((page['Resources'] as readonly object[])[0]).not.toHaveProperty('members');
  });
});

test('a search by POST finds users, groups or both', async () => {
  const body = { schemas: [SEARCH_SCHEMA], attributes: ['id'] };
  await create({ externalId: 'sought', members: members('kim') });
  const search = async (path: string, filter: string) =>
    (await source.call('POST', `${path}/.search`, { ...body, filter, count: 1 })).json;
  expect(await search('/Users', 'userName eq "kim"')).toMatchObject({
    totalResults: 1,
    Resources: [{ id: ids.kim }],
  });
  const sought = await search('/Groups', 'externalId eq "sought"');
  expect(sought).toMatchObject({ totalResults: 1, itemsPerPage: 1 });
  expect(await search('', 'externalId eq "sought"')).toEqual(sought);
  expect((sought['Resources'] as readonly object[]).map(Object.keys)).toEqual([['schemas', 'id']]);
  expect((await source.call('POST', '/.search', { filter: 'id pr' })).json).toMatchObject({ status: '400' });
  expect((await source.call('GET', '/Users/.search')).json).toMatchObject({ status: '405' });
});

test.for<[string, string, object, number, string | undefined]>([
  ['POST', '/Groups', { schemas: [GROUP_SCHEMA] }, 400, 'invalidValue'],
  ['POST', '/Groups', { schemas: ['urn:other'], displayName: 'x' }, 400, 'invalidSyntax'],
  ['POST', '/Groups', { schemas: [GROUP_SCHEMA], displayName: ' ' }, 400, 'invalidValue'],
  [
    'POST',
    '/Groups',
    { schemas: [GROUP_SCHEMA], displayName: 'x', members: [{ value: 'nobody' }] },
    400,
    'invalidValue',
  ],
  ['POST', '/Groups', { schemas: [GROUP_SCHEMA], displayName: 'THERE' }, 409, 'uniqueness'],
  ['PUT', '/Groups/nobody', { schemas: [GROUP_SCHEMA], displayName: 'x' }, 404, undefined],
  [
    'PATCH',
    '/Groups/:there',
    { Operations: [{ op: 'replace', path: 'colour', value: 'red' }] },
    400,
    'invalidPath',
  ],
  [
    'PATCH',
    '/Groups/:there',
    { Operations: [{ op: 'add', path: 'members', value: [1] }] },
    400,
    'invalidValue',
  ],
  ['PATCH', '/Groups/:there', { Operations: [{ op: 'remove', path: 'displayName' }] }, 400, 'invalidValue'],
])('%s %s %o is answered by %d %s, and changes nothing', async ([method, path, body, status, scimType]) => {
  await source.call('POST', '/Groups', { schemas: [GROUP_SCHEMA], displayName: 'There' });
  const { Resources } = (await source.call('GET', '/Groups?filter=displayName eq "there"')).json as {
    readonly Resources: readonly { readonly id: string }[];
  };
  const before = (await source.call('GET', '/Groups?count=200')).json;
  const { json } = await source.call(method, path.replace(':there', Resources[0]?.id ?? ''), body);
  expect(json).toMatchObject({ schemas: [ERROR_SCHEMA], status: String(status) });
  expect(json['scimType']).toBe(scimType);
  expect((await source.call('GET', '/Groups?count=200')).json).toEqual(before);
});

test('files and the source do not change each other’s members', async () => {
  const adminActions = accountAdminOf(server);
  const importGroups = (userId: string, groups: readonly string[]) =>
    adminActions.apply([{ userId, changes: {}, groups }]);
  await importGroups('kim', [name.toLowerCase()]);
  const id = String((await create({ members: members('lee') })).json['id']);
  expect(peopleOf((await source.call('GET', `/Groups/${id}`)).json)).toEqual(['lee']);
  await importGroups('lee', []);
  await importGroups('park', [name]);
  expect(await Promise.all(['kim', 'lee', 'park'].map(groupsOf))).toEqual([[name], [name], [name]]);
  await source.call('PUT', `/Groups/${id}`, { schemas: [GROUP_SCHEMA], displayName: name });
  expect(await Promise.all(['kim', 'lee', 'park'].map(groupsOf))).toEqual([[name], [], [name]]);
  await patch(id, { op: 'add', path: 'members', value: members('lee') });
  await patch(id, { op: 'replace', path: 'displayName', value: `${name} elsewhere` });
  expect(await Promise.all(['kim', 'lee'].map(groupsOf))).toEqual([[name], [`${name} elsewhere`]]);
  await patch(id, { op: 'replace', path: 'displayName', value: name });
  await importGroups('lee', [name]);
  expect((await source.call('DELETE', `/Groups/${id}`)).status).toBe(204);
  expect(await Promise.all(['kim', 'lee', 'park'].map(groupsOf))).toEqual([[name], [name], [name]]);
  await importGroups('kim', []);
  await importGroups('lee', []);
  await importGroups('park', []);
});
