import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { patchOf } from '#tests/server/administration/scim/requests.ts';
import {
  DESK_REFUSAL_SCHEMA,
  DESK_ROLES,
  DESK_SCIM_PATH,
  DESK_USER_SCHEMA,
  type DeskRole,
} from '#wire/desk/names.ts';
import { ERROR_SCHEMA, LIST_SCHEMA, SEARCH_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';
import { DESK_USERS, type DeskServer, startDesk } from './desk-server.ts';

let desk: DeskServer;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.wait(2 * 60_000));

const USERS_PATH = `${DESK_SCIM_PATH}/Users`;
const deskAttribute = (attribute: string): string => `${DESK_USER_SCHEMA}:${attribute}`;
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });
const searchOf = (filter: string, options: object = {}) => ({ schemas: [SEARCH_SCHEMA], filter, ...options });

const sendAs = async (role: DeskRole) => (await desk.signInAtDesk(DESK_USERS[role])).send;
/** Searches users as a viewer. */
const search = async (filter: string, options: object = {}) =>
  (await sendAs('viewer'))('POST', `${USERS_PATH}/.search`, searchOf(filter, options));
const userPath = async (userId: string): Promise<string> => `${USERS_PATH}/${await desk.idOf(userId)}`;

const lastAct = () => desk.audited.findLast(({ event }) => event === 'administration');

describe('a SCIM call of the desk', () => {
  it('returns a user with core attributes and the extension, without a secret', async () => {
    const send = await sendAs('viewer');
    const { status, json, headers } = await send('GET', await userPath('park'));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json; charset=utf-8']);
    expect(json).toMatchObject({
      schemas: [USER_SCHEMA, DESK_USER_SCHEMA],
      userName: 'park',
      phoneNumbers: [{ value: '010-****-9012', type: 'mobile' }],
      active: true,
      meta: {
        resourceType: 'User',
        location: expect.stringContaining(`http://localhost:8082${USERS_PATH}/`),
      },
      [DESK_USER_SCHEMA]: { status: 'active', role: 'user' },
    });
    expect(JSON.stringify(json)).not.toMatch(/password|reason|words|park@/);
    expect(lastAct()).toMatchObject({ action: 'show', account: 'park', operator: 'desk:vera' });
  });

  it('adds a user with groups and names in both languages, and returns the address of the user', async () => {
    const send = await sendAs('administrator');
    const { status, json, headers } = await send('POST', USERS_PATH, {
      schemas: [USER_SCHEMA, DESK_USER_SCHEMA],
      userName: 'scim1',
      emails: [{ value: 'scim1@hanbit.example', type: 'work' }],
      [DESK_USER_SCHEMA]: { nameKo: '하나', nameEn: 'Hana', groups: ['Sales'], reason: 'new here' },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`http://localhost:8082${await userPath('scim1')}`);
    expect(json).toMatchObject({ groups: [{ display: 'Sales' }], displayName: '하나' });
    expect(await desk.portal.accounts.find('scim1')).toMatchObject({
      name: { ko: '하나', en: 'Hana' },
      internalMail: 'scim1@hanbit.example',
    });
    expect(lastAct()).toMatchObject({ action: 'add', details: { reason: 'new here' } });
  });

  it('answers 204 when nothing changes, and the user when something does', async () => {
    const send = await sendAs('administrator');
    const path = await userPath('kim');
    expect((await send('PATCH', path, patchOf(replace('active', true)))).status).toBe(204);
    const changed = await send('PATCH', path, patchOf(replace(deskAttribute('nameEn'), 'Changed')));
    expect([changed.status, changed.json[DESK_USER_SCHEMA]]).toEqual([
      200,
      expect.objectContaining({ nameEn: 'Changed' }),
    ]);
  });

  it('does not change other fields, and removes a block, which a source cannot do', async () => {
    await desk.addAccount('shut', { status: 'blocked', internalMail: 'shut@hanbit.example' });
    const send = await sendAs('administrator');
    const path = await userPath('shut');
    const home = { type: 'home', value: 'shut@home.example' };
    await send('PATCH', path, patchOf({ op: 'add', path: 'emails', value: [home] }));
    const { accounts } = desk.portal;
    const contacts = { internalMail: 'shut@hanbit.example', privateMail: 'shut@home.example' };
    expect(await accounts.find('shut')).toMatchObject({ status: 'blocked', ...contacts });
    await send('PATCH', path, patchOf(replace('active', true)));
    expect(await accounts.find('shut')).toMatchObject({ status: 'active', ...contacts });
  });
});

describe('a search', () => {
  const idsOf = (json: Readonly<Record<string, unknown>>) =>
    (json['Resources'] as readonly { readonly userName: string }[]).map(({ userName }) => userName);

  it('has pages with cursors that contain no readable ID', async () => {
    const first = await search('', { count: 2 });
    expect(first.json).toMatchObject({ schemas: [LIST_SCHEMA], itemsPerPage: 2 });
    const { nextCursor: cursor } = first.json;
    expect(cursor).toMatch(/^[\w-]+$/);
    const second = await search('', { count: 2, cursor });
    const all = await search('', { count: 4 });
    expect([...idsOf(first.json), ...idsOf(second.json)]).toEqual(idsOf(all.json));
  });

  it('returns only the requested attributes', async () => {
    const send = await sendAs('viewer');
    const attributes = ['userName', deskAttribute('status')];
    const { json } = await search('userName eq "park"', { attributes });
    expect(json['Resources']).toEqual([
      {
        schemas: [USER_SCHEMA, DESK_USER_SCHEMA],
        id: await desk.idOf('park'),
        userName: 'park',
        [DESK_USER_SCHEMA]: { status: 'active' },
      },
    ]);
    const userAlone = await send('GET', `${await userPath('park')}?attributes=${attributes.join(',')}`);
    expect([userAlone.json]).toEqual(json['Resources']);
    const excludedAttributes = ['emails', DESK_USER_SCHEMA];
    const partialUser = await search('userName eq "park"', { excludedAttributes });
    expect(partialUser.json['Resources']).toEqual([
      expect.not.objectContaining({ emails: expect.anything() }),
    ]);
    expect(JSON.stringify(partialUser.json['Resources'])).not.toContain('"role"');
  });

  it.each([
    ['userName eq "PARK"', ['park']],
    ['userName eq "nobody"', []],
    [`${deskAttribute('words')} sw "par" and ${deskAttribute('status')} eq "active"`, ['park']],
    [`${deskAttribute('status')} eq "disabled" and ${deskAttribute('words')} sw "par"`, []],
    [`${deskAttribute('words')} sw "a\\"b\\\\c and d eq true"`, []],
  ])('with the filter %s finds %j', async (filter, ids) => {
    expect(idsOf((await search(filter)).json)).toEqual(ids);
  });

  it.each([
    [{ filter: 'displayName co "a"' }, 'invalidFilter'],
    [{ filter: `${deskAttribute('words')} sw "a" or ${deskAttribute('words')} sw "b"` }, 'invalidFilter'],
    [{ filter: `${deskAttribute('words')} sw "a" and userName eq "kim"` }, 'invalidFilter'],
    [{ filter: `${deskAttribute('status')} eq "asleep"` }, 'invalidFilter'],
    [{ filter: 'userName eq "\\u0000"' }, 'invalidFilter'],
    [{ filter: 'userName eq "\\x"' }, 'invalidFilter'],
    [{ filter: `${deskAttribute('words')} sw "${'가'.repeat(101)}"` }, 'invalidFilter'],
    [{ cursor: 'a b' }, 'invalidCursor'],
    [{ cursor: 'AA' }, 'invalidCursor'],
    [{ count: 0 }, 'invalidCount'],
    [{ schemas: [] }, 'invalidValue'],
  ])('refuses %o', async (body, scimType) => {
    const { status, json } = await search('', body);
    expect([status, json['scimType']]).toEqual([400, scimType]);
  });
});

/** PATCH requests, with the lowest role that may send them. */
const PATCHES: readonly (readonly [what: string, body: object, lowestRole: DeskRole])[] = [
  ['active', patchOf(replace('active', false)), 'helpDesk'],
  ['active as a string, as Entra sends it', patchOf(replace('active', 'False')), 'administrator'],
  ['active without a path', patchOf({ op: 'replace', value: { active: true } }), 'helpDesk'],
  [
    'active and a reason',
    patchOf(replace('active', true), replace(deskAttribute('reason'), 'asked')),
    'helpDesk',
  ],
  ['a name', patchOf(replace(deskAttribute('nameKo'), '새')), 'administrator'],
  [
    'active and a name',
    patchOf(replace('active', false), replace(deskAttribute('nameKo'), '새')),
    'administrator',
  ],
  ['active and a mail', patchOf({ op: 'replace', value: { active: true, emails: [] } }), 'administrator'],
  ['active twice', patchOf(replace('active', false), replace('active', true)), 'administrator'],
  ['groups', patchOf(replace(deskAttribute('groups'), ['Desk'])), 'administrator'],
  ['groups in an object', patchOf(replace(DESK_USER_SCHEMA, { groups: ['Desk'] })), 'administrator'],
  [
    'active and groups',
    patchOf({ op: 'replace', value: { active: true, [deskAttribute('groups')]: ['Desk'] } }),
    'administrator',
  ],
  ['a status', patchOf(replace(deskAttribute('status'), 'active')), 'administrator'],
  ['a password', patchOf(replace('password', 'A strong one 4711!')), 'administrator'],
  ['a reason alone', patchOf(replace(deskAttribute('reason'), 'asked')), 'administrator'],
  ['nothing', {}, 'administrator'],
];

describe.each(DESK_ROLES)('as %s', (role) => {
  it.each(PATCHES)(
    'a PATCH of %s is allowed from its lowest role upwards',
    async (_what, body, lowestRole) => {
      await desk.addAccount('patched');
      const send = await sendAs(role);
      const { json } = await send('PATCH', await userPath('patched'), body);
      const refusal = json[DESK_REFUSAL_SCHEMA] as { readonly code: string } | undefined;
      const isAllowed = DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(lowestRole);
      expect(refusal?.code === 'role').toBe(!isAllowed);
      if (!isAllowed) expect(await desk.portal.groups.of('patched')).toEqual([]);
    },
  );

  /** Methods and paths of SCIM that the desk does not have. */
  it.each(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
      .flatMap((method) =>
        [
          '/Users',
          '/Users/:id',
          '/Groups',
          '/Groups/none',
          '/Bulk',
          '/Me',
          '/.search',
          '/Groups/.search',
        ].map((path) => [method, path] as const),
      )
      .filter((row) => !['POST /Users', 'GET /Users/:id', 'PATCH /Users/:id'].includes(row.join(' '))),
  )('%s %s is refused', async (method, path) => {
    const send = await sendAs(role);
    const id = await desk.idOf('kim');
    const body = method === 'GET' ? undefined : { ...searchOf(''), ...patchOf(replace('active', false)) };
    const { status, json } = await send(method, `${DESK_SCIM_PATH}${path.replace(':id', id)}`, body);
    expect([status, json['schemas'], json[DESK_REFUSAL_SCHEMA]]).toEqual([
      404,
      [ERROR_SCHEMA, DESK_REFUSAL_SCHEMA],
      { code: 'notFound' },
    ]);
    expect((await desk.portal.accounts.find('kim'))?.status).toBe('active');
  });
});

it.each<readonly [what: string, body: object, refused: object]>([
  [
    'a password',
    patchOf(replace('password', 'A strong one 4711!')),
    { code: 'invalid', fields: ['password'] },
  ],
  ['another ID', patchOf(replace('userName', 'kim2')), { code: 'idStays' }],
  ['an id of a source', patchOf(replace('externalId', 'x')), { code: 'invalid', fields: ['externalId'] }],
  ['an attribute that is not stored', patchOf(replace('title', 'x')), { code: 'invalid' }],
  [
    'a read-only attribute',
    patchOf(replace(deskAttribute('suspended'), 'x')),
    { code: 'invalid', fields: ['suspended'] },
  ],
  [
    'a group to add',
    patchOf({ op: 'add', path: deskAttribute('groups'), value: ['a'] }),
    { code: 'invalid', fields: ['groups'] },
  ],
  [
    'an unknown status',
    patchOf(replace(deskAttribute('status'), 'asleep')),
    { code: 'invalid', fields: ['status'] },
  ],
  ['a boolean as a string', patchOf(replace('active', 'False')), { code: 'invalid' }],
  ['a value of an unknown type', patchOf(replace('emails[type eq "x"].value', 'x')), { code: 'invalid' }],
  ['no operation', patchOf(), { code: 'invalid' }],
])('the desk refuses a PATCH of %s', async (_what, body, refused) => {
  const send = await sendAs('administrator');
  const { status, json } = await send('PATCH', await userPath('kim'), body);
  expect([status, json['status'], json[DESK_REFUSAL_SCHEMA]]).toEqual([400, '400', refused]);
  expect(lastAct()).toMatchObject({ action: 'change', operator: 'desk:adam' });
  expect(await desk.portal.passwords.find('kim')).not.toMatchObject({ isInitial: true });
});
