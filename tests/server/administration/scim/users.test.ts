import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startTestDirectory } from '#tests/support/ldap/directory.ts';
import { ldapConfigOf, PEOPLE } from '#tests/support/ldap/people.ts';
import { signIn } from '#tests/support/server/steps.ts';
import { ERROR_SCHEMA } from '#wire/scim.ts';
import { CORE_USER, ENTRA, OKTA, patchOf, RFC } from './requests.ts';
import { deviationsIn, serverWithSource } from './source.ts';

const { server, source } = await serverWithSource();
beforeEach(() => {
  server.audited.length = 0;
});

type Json = Readonly<Record<string, unknown>>;

const create = async (body: object): Promise<string> =>
  String((await source.call('POST', '/Users', body)).json['id']);

const read = async (id: string): Promise<Json> => (await source.call('GET', `/Users/${id}`)).json;

describe('with requests of RFC 7644,', () => {
  test('a user is created, read, replaced, patched and removed', async () => {
    const created = await source.call('POST', '/Users', RFC.create);
    expect(created.status).toBe(201);
    const id = String(created.json['id']);
    expect(created.headers.get('Location')).toBe(`http://localhost:8080/scim/v2/Users/${id}`);
    expect(created.headers.get('Content-Type')).toBe('application/scim+json; charset=utf-8');
    expect(created.json).toMatchObject({
      schemas: [CORE_USER],
      userName: 'bjensen',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      displayName: 'Ms. Barbara J Jensen III',
      active: true,
      meta: {
        resourceType: 'User',
        location: created.headers.get('Location'),
        version: created.headers.get('ETag'),
      },
    });
    expect(await read(id)).toEqual(created.json);

    const replaced = await source.call('PUT', `/Users/${id}`, RFC.replace(id));
    expect(replaced.json['emails']).toEqual([
      { value: 'bjensen@example.com', type: 'work', primary: true },
      { value: 'babs@jensen.example', type: 'home' },
    ]);
    const patched = await source.call('PATCH', `/Users/${id}`, RFC.replaceByFilter);
    expect(patched.json['emails']).toMatchObject([{ value: 'barbara@example.com' }, { type: 'home' }]);
    const removed = await source.call('PATCH', `/Users/${id}`, RFC.removeByFilter);
    expect(removed.json['emails']).toEqual([{ value: 'barbara@example.com', type: 'work', primary: true }]);
    const added = await source.call('PATCH', `/Users/${id}`, RFC.addWithoutPath);
    expect(added.json['emails']).toMatchObject([
      { type: 'work' },
      { value: 'babs@jensen.example', type: 'home' },
    ]);
    expect(deviationsIn(server)).toEqual(['attribute-not-held']);

    expect((await source.call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await source.call('GET', `/Users/${id}`)).status).toBe(404);
    expect((await source.call('DELETE', `/Users/${id}`)).status).toBe(404);
  });

  test('an id is never reused, but a userName is', async () => {
    const first = await create({ ...RFC.create, userName: 'again' });
    await source.call('DELETE', `/Users/${first}`);
    expect(await create({ ...RFC.create, userName: 'again' })).not.toBe(first);
  });

  test('a change of an outdated version is refused, and an unchanged resource is answered with 304', async () => {
    const id = await create({ ...RFC.create, userName: 'versioned' });
    const { headers } = await source.call('GET', `/Users/${id}`);
    const version = headers.get('ETag') ?? '';
    expect(version).toMatch(/^W\/"[\w-]{22}"$/);
    const answer = await source.call('GET', `/Users/${id}`, undefined, { 'If-None-Match': version });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 304, text: '' });
    await source.call('PATCH', `/Users/${id}`, OKTA.disable, { 'If-Match': version });
    const outdatedChange = await source.call('PATCH', `/Users/${id}`, ENTRA.changeMail, {
      'If-Match': version,
    });
    expect(outdatedChange.json).toMatchObject({
      status: '412',
      schemas: [ERROR_SCHEMA],
    });
  });
});

test('of two concurrent changes of one version, one is applied', async () => {
  const id = await create({ ...RFC.create, userName: 'contested' });
  const version = (await source.call('GET', `/Users/${id}`)).headers.get('ETag') ?? '';
  const rename = (value: string) =>
    source.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'displayName', value }), {
      'If-Match': version,
    });
  const answers = await Promise.all(['One', 'Two'].map(rename));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  expect(await read(id)).toMatchObject({
    displayName: answers.find(({ status }) => status === 200)?.json['displayName'],
  });
});

describe('with requests of Entra,', () => {
  test('a user is created, changed and removed, and deviations are audited', async () => {
    const nobody = await source.call('GET', `/Users${ENTRA.query('nobody-of-this-name')}`);
    expect(nobody.json).toMatchObject({ totalResults: 0, Resources: [] });
    const id = await create(ENTRA.create);
    expect(await source.idOf(ENTRA.create.userName.toUpperCase())).toBe(id);
    const changed = await source.call('PATCH', `/Users/${id}`, ENTRA.changeMail);
    expect(changed.json).toMatchObject({
      emails: [{ value: 'updatedEmail@testuser.example' }],
      name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
    });
    expect((await source.call('PATCH', `/Users/${id}`, ENTRA.addWithoutPath)).json).toMatchObject({
      displayName: 'Bjfe',
      name: { givenName: 'Kjfe', familyName: 'Jdfe' },
    });
    expect((await source.call('PATCH', `/Users/${id}`, ENTRA.addManager)).status).toBe(200);
    expect((await source.call('PATCH', `/Users/${id}`, ENTRA.disable)).json['active']).toBe(false);
    expect([...new Set(deviationsIn(server))].toSorted()).toEqual([
      'attribute-not-held',
      'capitalised-operation',
      'text-boolean',
    ]);
  });

  test('a missing mail is added by a filter on its type', async () => {
    const id = await create({ ...ENTRA.create, userName: 'no-mail', emails: [] });
    const { json } = await source.call('PATCH', `/Users/${id}`, ENTRA.addMail);
    expect(json['emails']).toEqual([{ value: 'someone@testuser.example', type: 'work', primary: true }]);
    expect(deviationsIn(server)).toContain('new-value-by-filter');
  });

  test.for(['disable', 'disableByFlag', 'disableByPrefix'] as const)(
    'a user is disabled by %s, and enabled again',
    async (kind) => {
      const id = await create({ ...ENTRA.create, userName: `leaver-${kind}` });
      expect((await source.call('PATCH', `/Users/${id}`, ENTRA[kind])).json['active']).toBe(false);
      expect((await server.portal.accounts.findTyped(`leaver-${kind}`))?.status).toBe('disabled');
      const enable = patchOf({ op: 'Replace', path: 'active', value: 'True' });
      expect((await source.call('PATCH', `/Users/${id}`, enable)).json['active']).toBe(true);
    },
  );
});

describe('with requests of Okta,', () => {
  test('a user can have a password, which signs in and is never returned', async () => {
    expect(
      (await source.call('GET', `/Users${OKTA.query('test.user@okta.local')}`)).json['totalResults'],
    ).toBe(0);
    const created = await source.call('POST', '/Users', OKTA.create);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ locale: 'en-US', displayName: 'Test User' });
    expect(created.text).not.toContain(OKTA.create.password);
    const id = String(created.json['id']);
    expect(await server.portal.verifyPassword('test.user@okta.local', OKTA.create.password)).toBe('right');
    expect(JSON.stringify([server.audited, server.logged])).not.toContain(OKTA.create.password);

    const replaced = await source.call('PUT', `/Users/${id}`, OKTA.replace(id));
    expect(replaced.json).toMatchObject({ name: { givenName: 'Another' }, active: true });
    expect(replaced.json).not.toHaveProperty('locale');
    expect(await server.portal.verifyPassword('test.user@okta.local', OKTA.create.password)).toBe('right');
    expect((await source.call('PATCH', `/Users/${id}`, OKTA.disable)).json['active']).toBe(false);
    expect(deviationsIn(server)).toEqual([]);
  });

  test.for([
    ['disabled', false],
    ['enabled', true],
  ] as const)(
    'a PUT without active does not change the status of a user who is %s',
    async ([status, active]) => {
      const userName = `put-${status}`;
      const id = await create({ ...OKTA.create, userName });
      if (!active) await source.call('PATCH', `/Users/${id}`, OKTA.disable);
      const { active: _active, ...withoutActive } = { ...OKTA.replace(id), userName };
      expect((await source.call('PUT', `/Users/${id}`, withoutActive)).json['active']).toBe(active);
    },
  );
});

describe('an account', () => {
  test('that is deactivated is signed out everywhere within a second, and cannot sign in', async () => {
    const id = await create({ ...OKTA.create, userName: 'leaver' });
    const browser = server.browser();
    expect((await signIn(browser, 'leaver', { secret: OKTA.create.password })).status).toBe(200);
    const startedAt = performance.now();
    const { status } = await source.call('PATCH', `/Users/${id}`, ENTRA.disable);
    const duration = performance.now() - startedAt;
    expect(status).toBe(200);
    expect(await server.portal.logins.signedInUser(browser.cookieHeader)).toBeNull();
    expect(server.engine.signedOutUsers).toContain('leaver');
    expect(duration).toBeLessThan(1000);
    expect((await signIn(server.browser(), 'leaver', { secret: OKTA.create.password })).json['errCode']).toBe(
      '002',
    );
  });

  test('that an operator has blocked is not enabled by the source', async () => {
    const id = await create({ ...OKTA.create, userName: 'barred' });
    await server.db.prepare("UPDATE accounts SET status = 'blocked' WHERE user_id = ?").run('barred');
    const enable = patchOf({ op: 'replace', value: { active: true } });
    expect((await source.call('PATCH', `/Users/${id}`, enable)).json['active']).toBe(false);
    expect((await server.portal.accounts.find('barred'))?.status).toBe('blocked');
  });

  test('has a mobile number as its phone number, and no other number', async () => {
    const phoneNumbers = [
      { value: '02-123-4567', type: 'work', primary: true },
      { value: 'tel:+82-10-4000-1999', type: 'mobile' },
    ];
    const id = await create({ ...OKTA.create, userName: 'caller', phoneNumbers });
    expect((await read(id))['phoneNumbers']).toEqual([{ value: '+82-10-4000-1999', type: 'mobile' }]);
    const desk = await create({ ...OKTA.create, userName: 'desk', phoneNumbers: phoneNumbers.slice(0, 1) });
    expect(await read(desk)).not.toHaveProperty('phoneNumbers');
  });

  test('gets a new password, which ends the sessions of the old one', async () => {
    const id = await create({ ...OKTA.create, userName: 'renewed' });
    const browser = server.browser();
    await signIn(browser, 'renewed', { secret: OKTA.create.password });
    const patch = patchOf({ op: 'replace', value: { password: 'Another!26' } });
    const answer = await source.call('PATCH', `/Users/${id}`, patch);
    expect(answer.text).not.toContain('Another!26');
    expect(await server.portal.logins.signedInUser(browser.cookieHeader)).toBeNull();
    expect(await server.portal.verifyPassword('renewed', 'Another!26')).toBe('right');
  });

  test.for([
    ['short1!', 'The password breaks the rules of the portal.'],
    ['Password1!', 'The password is too common.'],
  ] as const)('refuses a password that a person could not choose: %s', async ([password, detail]) => {
    const refusal = await source.call('POST', '/Users', { ...OKTA.create, userName: 'weak', password });
    expect(refusal.json).toMatchObject({ status: '400', scimType: 'invalidValue', detail });
    expect(await server.portal.accounts.findTyped('weak')).toBeNull();
  });

  test.for([
    ['a long displayName', { displayName: 'n'.repeat(201) }],
    ['a long part of the name', { name: { familyName: 'n'.repeat(201) } }],
    ['a long externalId', { externalId: 'x'.repeat(257) }],
    ['active that is no boolean', { active: 'constructor' }],
  ] as const)('refuses invalid values: %s', async ([, values]) => {
    const refusal = await source.call('POST', '/Users', { ...OKTA.create, userName: 'lengthy', ...values });
    expect(refusal.json).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect(await server.portal.accounts.findTyped('lengthy')).toBeNull();
  });

  test('ignores null and read-only members', async () => {
    const meta = { created: 'never', location: 'https://elsewhere.example' };
    const body = {
      ...OKTA.create,
      userName: 'sparse',
      id: 'mine',
      meta,
      emails: null,
      displayName: null,
      name: null,
    };
    const { status, json } = await source.call('POST', '/Users', body);
    expect({ status, json }).toMatchObject({ status: 201, json: { displayName: 'sparse', active: true } });
    expect(json['id']).not.toBe('mine');
    expect(json).not.toHaveProperty('emails');
  });

  test('that is created by two concurrent requests exists once', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => source.call('POST', '/Users', { ...OKTA.create, userName: 'twice' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({ scimType: 'uniqueness' });
  });
});

test('a user of the source in a company with a directory belongs to the directory, also when sent again', async () => {
  const directory = await startTestDirectory({ people: PEOPLE });
  onTestFinished(() => directory.close());
  const { server: otherServer, source: otherSource } = await serverWithSource({
    ldap: ldapConfigOf(directory),
  });
  const typeOf = async () => (await otherServer.portal.accounts.findTyped('brought'))?.userType;
  const body = { ...ENTRA.create, userName: 'brought', externalId: 'brought' };
  const created = await otherSource.call('POST', '/Users', body);
  expect([created.status, await typeOf()]).toEqual([201, 'EXTERNAL']);
  await otherSource.call('PUT', `/Users/${String(created.json['id'])}`, body);
  expect(await typeOf()).toBe('EXTERNAL');
});
