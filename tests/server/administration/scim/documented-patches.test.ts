import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '#tests/support/server/steps.ts';
import { ENTRA, OKTA, RFC } from './requests.ts';
import { deviationsIn, serverWithSource } from './source.ts';

const { server, source } = await serverWithSource();

let count = 0;
const createUser = async (body: object): Promise<{ readonly id: string; readonly userName: string }> => {
  count += 1;
  const { json } = await source.call('POST', '/Users', { ...body, userName: `patched-${count}` });
  return { id: String(json['id']), userName: String(json['userName']) };
};
beforeEach(() => {
  server.audited.length = 0;
});

const HOME_MAIL = { value: 'babs@jensen.example', type: 'home' };
const workMail = (value: string) => ({ value, type: 'work', primary: true });

/** Two mails, so that a filter for one must not change the other. */
const USER_WITH_MAILS = { ...RFC.create, emails: [workMail('barbara@example.com'), HOME_MAIL] };

type PatchCase = readonly [name: string, body: object, expected: object, deviations: readonly string[]];

describe('a PATCH from the documentation', () => {
  test.for<PatchCase>([
    ['RFC removeByTwoConditions', RFC.removeByTwoConditions, { emails: [HOME_MAIL] }, []],
    ['RFC removeByFilter', RFC.removeByFilter, { emails: [workMail('barbara@example.com')] }, []],
    [
      'RFC replaceByFilter',
      RFC.replaceByFilter,
      { emails: [workMail('barbara@example.com'), HOME_MAIL] },
      [],
    ],
    [
      'RFC replaceWithoutPath',
      RFC.replaceWithoutPath,
      { emails: [workMail('bjensen@example.com'), HOME_MAIL] },
      ['attribute-not-held'],
    ],
    ['RFC replaceAddress', RFC.replaceAddress, {}, ['attribute-not-held']],
    [
      'Entra replaceMany',
      ENTRA.replaceMany,
      {
        displayName: 'Pvlo',
        name: { givenName: 'Gtfd', familyName: 'Pkqf' },
        emails: [workMail('TestBcwqnm@test.example'), HOME_MAIL],
        externalId: 'Eqpj',
      },
      ['attribute-not-held', 'capitalised-operation'],
    ],
    [
      'Entra replaceManyByFlag',
      ENTRA.replaceManyByFlag,
      {
        displayName: 'Bjfe',
        name: { givenName: 'Kkom', familyName: 'Unua' },
        emails: [workMail('TestMhvaes@test.example'), HOME_MAIL],
      },
      ['attribute-not-held'],
    ],
    [
      'Entra addNickname',
      ENTRA.addNickname,
      { displayName: 'Ms. Barbara J Jensen III' },
      ['attribute-not-held', 'capitalised-operation'],
    ],
    [
      'Entra addNicknameByFlag',
      ENTRA.addNicknameByFlag,
      { displayName: 'Ms. Barbara J Jensen III' },
      ['attribute-not-held'],
    ],
    ['Entra disable', ENTRA.disable, { active: false }, ['capitalised-operation', 'text-boolean']],
    ['Entra disableByFlag', ENTRA.disableByFlag, { active: false }, []],
    [
      'Entra disableByPrefix',
      ENTRA.disableByPrefix,
      { active: false },
      ['capitalised-operation', 'prefixed-path', 'text-boolean'],
    ],
    ['Okta disable', OKTA.disable, { active: false }, []],
  ])('%s has its effect, and its deviations are audited', async ([, body, expected, deviations]) => {
    const { id, userName } = await createUser(USER_WITH_MAILS);
    const { status, json } = await source.call('PATCH', `/Users/${id}`, body);
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { active: true, ...expected, id, userName },
    });
    expect([...new Set(deviationsIn(server))].toSorted()).toEqual(deviations);
    expect((await source.call('GET', `/Users/${id}`)).json).toEqual(json);
  });
});

test('Okta can also disable a user by a PUT of the whole user', async () => {
  const { id, userName } = await createUser(OKTA.create);
  const { json } = await source.call('PUT', `/Users/${id}`, { ...OKTA.disableByPut(id), userName });
  expect(json).toMatchObject({ active: false, userName });
  expect((await server.portal.accounts.find(userName))?.status).toBe('disabled');
});

describe('a changed userName', () => {
  test.for([
    ['Entra', 'PATCH', () => ENTRA.rename],
    ['Okta', 'PUT', OKTA.rename],
  ] as const)('in a request of %s is refused entirely, and sessions continue', async ([, method, body]) => {
    const { id, userName } = await createUser(OKTA.create);
    const browser = server.browser();
    await signIn(browser, userName, { secret: OKTA.create.password });
    const before = (await source.call('GET', `/Users/${id}`)).json;
    const { json } = await source.call(method, `/Users/${id}`, body(id));
    expect(json).toMatchObject({
      status: '400',
      scimType: 'mutability',
      detail: expect.stringContaining('userName'),
    });
    expect((await source.call('GET', `/Users/${id}`)).json).toEqual(before);
    expect(await server.portal.logins.signedInUser(browser.cookieHeader)).toBe(userName);
  });

  test('in another case is accepted as the same one', async () => {
    const { id, userName } = await createUser(OKTA.create);
    const { status, json } = await source.call('PUT', `/Users/${id}`, {
      ...OKTA.replace(id),
      userName: userName.toUpperCase(),
    });
    expect([status, json['userName']]).toEqual([200, userName]);
  });
});
