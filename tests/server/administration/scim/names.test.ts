import { expect, test } from 'vitest';
import { ENTRA, patchOf, RFC } from './requests.ts';
import { serverWithSource } from './source.ts';

const { server, source } = await serverWithSource();

test('a new name in one language does not change the name in the other', async () => {
  const id = await source.idOf('kim');
  const before = (await source.call('GET', `/Users/${id}`)).json;
  expect(before).toMatchObject({ userName: 'kim', displayName: '김하늘' });
  const rename = (value: string) =>
    source.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'displayName', value }));
  await rename('Sky Kim');
  expect((await server.portal.accounts.find('kim'))?.name).toEqual({ ko: '김하늘', en: 'Sky Kim' });
  expect((await source.call('GET', `/Users/${id}`)).json['displayName']).toBe('Sky Kim');
  await rename('김바다');
  expect((await server.portal.accounts.find('kim'))?.name).toEqual({ ko: '김바다', en: 'Sky Kim' });
});

test('a change of something else does not change the names, in any script', async () => {
  const id = await source.idOf('lee');
  const names = { name: { ko: '山田太郎', en: 'Taro Yamada' }, lastName: { ko: '山田', en: 'Yamada' } };
  const { name, lastName } = names;
  await server.db
    .prepare(
      'UPDATE accounts SET name_ko = ?, name_en = ?, last_name_ko = ?, last_name_en = ? WHERE user_id = ?',
    )
    .run(name.ko, name.en, lastName.ko, lastName.en, 'lee');
  await source.call('PATCH', `/Users/${id}`, ENTRA.addMail);
  expect(await server.portal.accounts.find('lee')).toMatchObject(names);
});

test('a new formatted name becomes the display name', async () => {
  const created = await source.call('POST', '/Users', { ...RFC.create, userName: 'formatted' });
  const id = String(created.json['id']);
  const patch = patchOf({ op: 'replace', path: 'name.formatted', value: 'Barbara Jensen' });
  expect((await source.call('PATCH', `/Users/${id}`, patch)).json).toMatchObject({
    displayName: 'Barbara Jensen',
    name: { formatted: 'Barbara Jensen', familyName: 'Jensen' },
  });
});

test('a Korean name has its family name first and no space, and any other name has it last', async () => {
  const displayNameOf = async (userName: string, familyName: string, givenName: string) => {
    const created = await source.call('POST', '/Users', {
      ...RFC.create,
      userName,
      name: { familyName, givenName },
    });
    return created.json['displayName'];
  };
  expect([
    await displayNameOf('order-ko', '홍', '길동'),
    await displayNameOf('order-en', 'Hong', 'Gildong'),
  ]).toEqual(['홍길동', 'Gildong Hong']);
});
