import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAuth0 } from '#server/administration/files/auth0.ts';
import { readKeycloak } from '#server/administration/files/keycloak.ts';
import { readLdif } from '#server/administration/files/ldif.ts';
import { problemText } from '#server/administration/value-problems.ts';
import { newFolder } from '#tests/support/folder.ts';
import { admin } from '#tests/support/server/admin.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const pathOf = (name: string): string => join(import.meta.dirname, name);

const server = await testServer();
const folder = newFolder();

const PASSWORD = '한글 Pass!1';

/** A command that imports a file of another system, the notes of its plan, and the people with their passwords. */
const FILES = [
  {
    command: `import ${pathOf('keycloak-realm.json')} --format keycloak`,
    notes: ['entry 5 otp: is not imported'],
    people: [
      {
        userId: 'kc1',
        secret: 'Kc-Pass!1',
        account: {
          name: { ko: '김하늘', en: '김하늘' },
          lastName: { ko: '김', en: '김' },
          internalMail: 'kc1@hanbit.example',
          phoneNumber: '010-1234-5678',
          status: 'active',
        },
      },
      { userId: 'kc2', secret: null, account: { name: { ko: 'Jane Doe' }, status: 'disabled' } },
      { userId: 'kc4', secret: null, account: { name: { ko: 'kc4' }, status: 'active' } },
      { userId: 'kc5', secret: 'Kc-Pass!5', account: { status: 'active' } },
    ],
  },
  {
    command: `import ${pathOf('keycloak-former-realm.json')} --format keycloak`,
    notes: [],
    people: [{ userId: 'kc11', secret: 'Kc-Pass!11', account: { status: 'active' } }],
  },
  {
    command: `import ${pathOf('people.auth0.ndjson')} --format auth0`,
    notes: [],
    people: [
      {
        userId: 'auth1@hanbit.example',
        secret: PASSWORD,
        account: { name: { ko: 'auth1@hanbit.example' }, internalMail: 'auth1@hanbit.example' },
      },
      {
        userId: 'auth2',
        secret: null,
        account: { name: { ko: '이서연' }, phoneNumber: '+821012345678', status: 'disabled' },
      },
    ],
  },
  {
    command: `import ${pathOf('people.ldif')}`,
    notes: ['line 32 password: is a hash of an unknown kind: the person gets no password; send them a link'],
    people: [
      {
        userId: 'ldif1',
        secret: PASSWORD,
        account: {
          name: { ko: '김하늘', en: 'Haneul Kim' },
          internalMail: 'ldif1@hanbit.example',
          phoneNumber: '010-1234-5678',
        },
      },
      { userId: 'ldif2', secret: PASSWORD, account: { name: { ko: 'Jane Doe' } } },
      { userId: 'ldif3', secret: PASSWORD, account: { name: { ko: 'Sam Oh' } } },
      { userId: 'ldif4', secret: null, account: { name: { ko: 'Former Staff' }, status: 'disabled' } },
    ],
  },
];

test.for(FILES)(
  '$command: everybody is imported, signs in with their password, and gets a new hash',
  async (file) => {
    const { command, notes, people } = file;
    const plan = await admin(server, command);
    expect(plan.err).toBe('');
    for (const note of notes) expect(plan.out).toContain(note);
    expect(plan.out.includes('Left out')).toBe(notes.length > 0);
    expect((await admin(server, `${command} --apply`)).out).toContain(', 0 changed, 0 unchanged');
    for (const { userId, secret, account } of people) {
      expect(await server.portal.accounts.find(userId)).toMatchObject(account);
      if (secret === null) continue;
      expect((await signIn(server.browser(), userId, { secret: `${secret}!` })).status).toBe(400);
      expect((await signIn(server.browser(), userId, { secret })).status).toBe(200);
      expect((await server.portal.passwords.find(userId))?.hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    }
    expect((await admin(server, command)).out).toContain('0 added, 0 changed');
    expect(plan.out).not.toMatch(/\$argon2|SSHA|in-clear/);
  },
);

test('required password changes of Keycloak are imported, and service accounts are not', async () => {
  expect(await server.portal.accounts.find('service-account-robot')).toBeNull();
  expect(await server.portal.passwords.find('kc3')).toMatchObject({ isInitial: true });
  expect(await server.portal.passwords.find('kc1')).toMatchObject({ isInitial: false });
});

/** A realm of Keycloak with one user, who has this credential. */
const realmWith = (credential: object) =>
  JSON.stringify({
    users: [
      {
        username: 'kim',
        credentials: [
          {
            type: 'password',
            secretData: JSON.stringify({ value: 'AAAA', salt: 'AAAA' }),
            credentialData: JSON.stringify({ hashIterations: 1, ...credential }),
          },
        ],
      },
    ],
  });

describe('a problem in a file is reported with its field', () => {
  const UNKNOWN_HASH =
    'password: is a hash of an unknown kind: the person gets no password; send them a link';
  test.for([
    [readKeycloak, '[]', [': must be the export of a realm with its users'], []],
    [readKeycloak, '{"users":[{"enabled":true}]}', ['username: is missing'], []],
    [readKeycloak, realmWith({ algorithm: 'my-own' }), [], [UNKNOWN_HASH]],
    [
      readKeycloak,
      realmWith({ algorithm: 'argon2', additionalParameters: { version: ['1.0'], type: ['id'] } }),
      [],
      [UNKNOWN_HASH],
    ],
    [readAuth0, '{"email":"a@b.example"}\nno json', [': is not JSON'], []],
    [readAuth0, '{"name":"nobody"}', ['userId: is missing'], []],
    [readLdif, 'dn: uid=a\nchangetype: modify\nuid: a', ['changetype: must be add, not modify'], []],
    [
      readLdif,
      'dn: uid=a\nuid: a\njpegPhoto:< file:///etc/passwd',
      ['jpegPhoto: must be an attribute and its value'],
      [],
    ],
    [readLdif, 'dn: uid=a\nuid: a\n\ndn: uid=A\nuid: A', ['userId: is the same as in 1'], []],
  ] as const)('%o of %j', ([read, text, problems, notes]) => {
    const content = read(text);
    const textsOf = (found: typeof content.problems) =>
      found.map((problem) => `${problem.field}: ${problemText(problem)}`);
    expect(textsOf(content.problems)).toEqual(problems.map((problem) => expect.stringContaining(problem)));
    expect(textsOf(content.notes)).toEqual(notes);
  });
});

describe('a table', () => {
  /** `userId,nameKo` and 김하늘똠 as Korean Excel saves them: in CP949, which has 똠, unlike EUC-KR. */
  const cp949 = Buffer.concat([Buffer.from('userId,nameKo\ncp1,'), Buffer.from('b1e8c7cfb4c38c63', 'hex')]);
  const table = (name: string, bytes: Uint8Array | string): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  test('of a Korean spreadsheet is read as CP949', async () => {
    const { out } = await admin(server, `import ${table('cp949.csv', cp949)} --apply`);
    expect(out).toContain('Read as CP949');
    expect((await server.portal.accounts.find('cp1'))?.name.ko).toBe('김하늘똠');
  });

  test.for([
    ['of another encoding', Buffer.from('userId,nameKo\nx,José', 'latin1')],
    ['in UTF-16', Buffer.from('\ufeffuserId,nameKo\nx,김', 'utf16le')],
    ['that may be in UTF-8 or in CP949', Buffer.from([...Buffer.from('userId,nameKo\nx,'), 0xc5, 0xb8])],
  ] as const)('%s is refused, with the format in which to save it', async ([, bytes]) => {
    const { code, err } = await admin(server, `import ${table('other.csv', bytes)}`);
    expect([code, err]).toEqual([1, expect.stringContaining('CSV UTF-8')]);
  });

  test('in UTF-8 is read with and without a byte order mark', async () => {
    for (const text of ['userId,nameKo\nutf8,김하늘', '\ufeffuserId,nameKo\nutf8,Renée 김하늘']) {
      const path = table('utf8.csv', text);
      expect((await admin(server, `import ${path}`)).out).toContain('1 added');
    }
  });
});

test('a format that is not known is refused', async () => {
  const { code, err } = await admin(server, `import ${pathOf('people.ldif')} --format xml`);
  expect([code, err]).toEqual([2, expect.stringContaining('csv, json, keycloak, auth0, ldif')]);
});
