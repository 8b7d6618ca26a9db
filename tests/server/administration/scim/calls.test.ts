import { describe, expect, test } from 'vitest';
import { filterResources } from '#server/administration/scim/filter.ts';
import { tokenHash } from '#server/http/bearer-token.ts';
import { statusAndErrCode } from '#tests/server/methods/steps.ts';
import { testServer } from '#tests/support/server/server.ts';
import { ERROR_SCHEMA } from '#wire/scim.ts';
import { CORE_USER, ENTRA, OKTA, patchOf } from './requests.ts';
import { deviationsIn, SCIM, serverWithSource, sourceOf, TOKEN } from './source.ts';

const { server, source } = await serverWithSource();

test('SCIM is off without tokens in the configuration', async () => {
  const otherSource = sourceOf(await testServer());
  for (const path of ['/Users', '/ServiceProviderConfig', '/Users/1']) {
    expect(statusAndErrCode(await otherSource.call('GET', path))).toEqual([404, 'notFound']);
  }
});

describe('a token', () => {
  test('that is missing, wrong or expired gets 401 for every path', async () => {
    const tokens = [
      ...SCIM.tokens,
      { name: 'old', hash: tokenHash('an-old-token'), until: '2026-11-19' },
      { name: 'last', hash: tokenHash('a-last-day'), until: '2026-11-20' },
    ];
    const otherServer = await testServer({ scim: { tokens } });
    const id = await sourceOf(otherServer).idOf('kim');
    for (const token of [null, 'wrong', `${TOKEN}x`, 'an-old-token', tokenHash(TOKEN)]) {
      for (const path of ['/Users', `/Users/${id}`, '/Users/nobody', '/Users/%zz', '/Schemas', '/nowhere']) {
        const { status, headers, json } = await sourceOf(otherServer, token).call('GET', path);
        expect({ status, json }).toMatchObject({
          status: 401,
          json: { schemas: [ERROR_SCHEMA], status: '401' },
        });
        expect(headers.get('WWW-Authenticate')).toBe('Bearer');
      }
    }
    expect((await sourceOf(otherServer, 'a-last-day').call('GET', '/Users')).status).toBe(200);
  });

  test('cannot be guessed: the failed calls of an address are limited', async () => {
    const otherServer = await testServer({ scim: SCIM, limits: { failuresPerMinute: 3 } });
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess++) {
      statuses.push((await sourceOf(otherServer, `guess ${guess}`).call('GET', '/Users')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await sourceOf(otherServer).call('GET', '/Users')).status).toBe(200);
  });

  test('has a limit of calls per minute', async () => {
    const otherServer = await testServer({ scim: { ...SCIM, perMinute: 2 } });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call++)
      statuses.push((await sourceOf(otherServer).call('GET', '/Users')).status);
    expect(statuses).toEqual([200, 200, 429]);
    otherServer.wait(60_000);
    expect((await sourceOf(otherServer).call('GET', '/Users')).status).toBe(200);
  });
});

describe('a list', () => {
  const list = async (query: string) =>
    (await source.call('GET', `/Users?${query}`)).json as {
      readonly totalResults: number;
      readonly startIndex: number;
      readonly itemsPerPage: number;
      readonly Resources: readonly { readonly userName: string; readonly id: string }[];
    };
  const names = async (filter: string) =>
    (await list(`filter=${encodeURIComponent(filter)}`)).Resources.map(({ userName }) => userName);

  test('is returned in pages', async () => {
    const all = await list('count=200');
    expect(all.totalResults).toBeGreaterThan(20);
    expect(all.Resources).toHaveLength(all.totalResults);
    const page = await list('startIndex=3&count=2');
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex: 3, itemsPerPage: 2 });
    expect(page.Resources).toEqual(all.Resources.slice(2, 4));
    expect(await list('count=0')).toMatchObject({ totalResults: all.totalResults, Resources: [] });
    expect(await list('startIndex=9999')).toMatchObject({ Resources: [], itemsPerPage: 0 });
  });

  test.for([
    ['userName eq "KIM"', ['kim']],
    ['userName eq "nobody"', []],
    [`${CORE_USER}:userName eq "kim"`, ['kim']],
    ['userName sw "ki"', ['kim']],
    ['userName eq "kim" or userName eq "lee"', ['kim', 'lee']],
    ['emails[type eq "work" and value eq "GIL@hanbit.example"]', ['gil']],
    ['emails.value eq "gil@hanbit.example"', ['gil']],
    ['active eq false and userName eq "jung"', ['jung']],
    ['active eq "False" and userName eq "jung"', ['jung']],
    ['externalId eq "nothing"', []],
    ['not (userName pr)', []],
    ['userName eq "a or b or c or d or e or f or g or h or i or j or k or l or m or n or o or p or q"', []],
    [Array(16).fill('id eq ""').join(' or '), []],
  ] as const)('with the filter %s has the matching users', async ([filter, expected]) => {
    expect(await names(filter)).toEqual(expected);
  });

  test('finds a user by the ID of the source, whose case matters', async () => {
    await source.call('POST', '/Users', { ...ENTRA.create, userName: 'known', externalId: 'AbC' });
    expect(await names('externalId eq "AbC"')).toEqual(['known']);
    expect(await names('externalId eq "abc"')).toEqual([]);
  });

  test('contains the requested attributes', async () => {
    const [user] = (
      await list(
        'filter=userName eq "kim"&attributes=userName,urn:ietf:params:scim:schemas:core:2.0:User:active',
      )
    ).Resources;
    expect(Object.keys(user ?? {}).toSorted()).toEqual(['active', 'id', 'schemas', 'userName']);
    const [partialUser] = (await list('filter=userName eq "kim"&excludedAttributes=name,emails')).Resources;
    expect(partialUser).not.toHaveProperty('name');
    expect(partialUser).toHaveProperty('displayName');
  });

  test.for([
    ['filter=userName eq', 400, 'invalidFilter'],
    ['filter=(userName eq "a"', 400, 'invalidFilter'],
    ['filter=', 400, 'invalidFilter'],
    ['filter=password eq "a"', 403, undefined],
    ['filter=constructor eq "a"', 400, 'invalidFilter'],
    ['filter=userName eq "\u0000"', 400, 'invalidValue'],
    ['startIndex=one', 400, 'invalidValue'],
  ] as const)('with %s is refused', async ([query, status, scimType]) => {
    const { json } = await source.call('GET', `/Users?${query}`);
    expect(json).toMatchObject({ schemas: [ERROR_SCHEMA], status: String(status) });
    expect(json['scimType']).toBe(scimType);
  });
});

describe('a request', () => {
  test.for<[string, string, unknown, number, string | undefined]>([
    ['POST', '/Users', '{', 400, 'invalidSyntax'],
    ['POST', '/Users', [], 400, 'invalidSyntax'],
    ['POST', '/Users', { schemas: [CORE_USER] }, 400, 'invalidValue'],
    ['POST', '/Users', { schemas: [CORE_USER], userName: 'x', active: 'perhaps' }, 400, 'invalidValue'],
    [
      'POST',
      '/Users',
      { schemas: [CORE_USER], userName: 'x', emails: [{ value: 'no mail' }] },
      400,
      'invalidValue',
    ],
    ['POST', '/Users', { schemas: ['urn:other'], userName: 'x' }, 400, 'invalidSyntax'],
    ['POST', '/Users', { schemas: [CORE_USER], userName: 'KIM' }, 409, 'uniqueness'],
    ['PUT', '/Users/:kim', { schemas: [CORE_USER], userName: 'kim2' }, 400, 'mutability'],
    ['PATCH', '/Users/:kim', patchOf({ op: 'replace', path: 'userName', value: 'kim2' }), 400, 'mutability'],
    ['PATCH', '/Users/:kim', patchOf({ op: 'move', path: 'active' }), 400, 'invalidSyntax'],
    ['PATCH', '/Users/:kim', patchOf({ op: 'replace', path: 'frobnicate', value: 1 }), 400, 'invalidPath'],
    ['PATCH', '/Users/:kim', patchOf({ op: 'replace', path: 'emails[', value: 1 }), 400, 'invalidPath'],
    ['PATCH', '/Users/:kim', patchOf({ op: 'remove' }), 400, 'noTarget'],
    ['PATCH', '/Users/:kim', patchOf({ op: 'replace', path: 'active', value: 'no' }), 400, 'invalidValue'],
    ['PATCH', '/Users/:kim', patchOf(), 400, 'invalidValue'],
    ['PATCH', '/Users/:kim', { schemas: ['urn:other'], Operations: [] }, 400, 'invalidSyntax'],
    ['PATCH', '/Users/nobody', patchOf({ op: 'replace', path: 'active', value: false }), 404, undefined],
    ['PUT', '/Users', {}, 405, undefined],
    ['POST', '/Users/:kim', {}, 405, undefined],
    ['PUT', '/Groups', {}, 405, undefined],
    ['GET', '/Users/%zz', undefined, 404, undefined],
    ['GET', '/Users/:kim/more', undefined, 404, undefined],
    ['POST', '/Schemas', {}, 405, undefined],
  ])('%s %s %o is answered by %d %s, and changes nothing', async ([method, path, body, status, scimType]) => {
    const id = await source.idOf('kim');
    const before = await server.portal.accounts.find('kim');
    const { json, headers } = await source.call(method, path.replace(':kim', id), body);
    expect(json).toMatchObject({
      schemas: [ERROR_SCHEMA],
      status: String(status),
      detail: expect.any(String),
    });
    expect(json['scimType']).toBe(scimType);
    expect(headers.get('Content-Type')).toBe('application/scim+json; charset=utf-8');
    expect(await server.portal.accounts.find('kim')).toEqual(before);
  });

  test('of another content type, or too large, is refused', async () => {
    const html = await source.call('POST', '/Users', OKTA.create, { 'Content-Type': 'text/html' });
    expect(html.json).toMatchObject({ status: '415' });
    const create = (title: string) => source.call('POST', '/Users', { ...OKTA.create, title });
    expect((await create('x'.repeat(66_000))).json).toMatchObject({ status: '413' });
    expect((await create('x'.repeat(64_000))).status).toBe(201);
  });

  test('is logged by its route, without id, filter or token', async () => {
    server.logged.length = 0;
    const id = await source.idOf('kim');
    await source.call('GET', `/Users/${id}`);
    expect(JSON.stringify(server.logged)).not.toMatch(new RegExp(`${id}|kim|${TOKEN}`));
    expect(server.logged.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/scim/v2/Users', 200],
      ['GET', '/scim/v2/Users/:id', 200],
    ]);
  });

  test('with known deviations is accepted, and they are audited', async () => {
    server.audited.length = 0;
    const id = await source.idOf('kim');
    const deviating = { operations: [{ op: 'REPLACE', path: 'displayName' }] };
    expect((await source.call('PATCH', `/Users/${id}`, deviating)).status).toBe(200);
    expect(deviationsIn(server).toSorted()).toEqual([
      'capitalised-operation',
      'missing-schemas',
      'missing-value',
      'small-operations',
    ]);
    expect(server.audited).toMatchObject([
      { event: 'administration', operator: 'scim:entra', details: { call: 'PATCH /Users' } },
    ]);
  });
});

test('the discovery documents describe the service', async () => {
  const config = await source.call('GET', '/ServiceProviderConfig');
  expect(config.json).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    etag: { supported: true },
  });
  const types = await source.call('GET', '/ResourceTypes');
  expect(types.json['Resources']).toMatchObject([
    { id: 'User', endpoint: '/Users', schema: CORE_USER },
    { id: 'Group', endpoint: '/Groups' },
  ]);
  const schema = await source.call('GET', `/Schemas/${CORE_USER}`);
  const attributes = schema.json['attributes'] as readonly { readonly name: string }[];
  expect(attributes.map(({ name }) => name)).toEqual([
    'userName',
    'name',
    'displayName',
    'emails',
    'phoneNumbers',
    'active',
    'locale',
    'password',
  ]);
  expect(attributes.at(-1)).toMatchObject({ mutability: 'writeOnly', returned: 'never' });
  expect(attributes[3]).toMatchObject({
    subAttributes: [{}, { name: 'type', canonicalValues: ['work', 'home', 'other'] }, {}],
  });
  expect(JSON.stringify(schema.json)).not.toContain('config');
  expect((await source.call('GET', '/Schemas')).json['totalResults']).toBe(2);
  expect((await source.call('GET', '/Schemas/urn:other')).status).toBe(404);
});

test('two servers in one process have separate users', async () => {
  const first = await serverWithSource();
  const second = await serverWithSource();
  await first.source.call('POST', '/Users', { ...OKTA.create, userName: 'apart' });
  expect(await first.source.idOf('apart')).not.toBe('undefined');
  expect(await second.source.idOf('apart')).toBe('undefined');
});

test.for([
  ['17 comparisons', Array(17).fill('id pr').join(' or ')],
  ['9 pairs', Array(9).fill('(id pr OR active pr)').join(' AND ')],
  ['4,100 characters', `userName eq "${'a'.repeat(4086)}"`],
] as const)('a filter of %s is refused', async ([, filter]) => {
  const { json } = await source.call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
  expect(json).toMatchObject({ status: '400', scimType: 'invalidFilter' });
});

describe('comparing many users', () => {
  const users = Array.from({ length: 100 }, (_, index) => ({ index }));
  const evenUsers = { matches: (user: object) => 'index' in user && Number(user.index) % 2 === 0 };

  test('lets other calls proceed', async () => {
    let otherCalls = 0;
    const otherCall = () => {
      otherCalls += 1;
      if (otherCalls < 100) setImmediate(otherCall);
    };
    setImmediate(otherCall);
    expect(await filterResources(users, evenUsers)).toHaveLength(50);
    expect(otherCalls).toBeGreaterThan(2);
  });

  test('ends after five seconds', async () => {
    let time = 0;
    const clock = () => {
      time += 2_000;
      return time;
    };
    await expect(filterResources(users, evenUsers, clock)).rejects.toMatchObject({
      status: 400,
      scimType: 'tooMany',
    });
  });
});
