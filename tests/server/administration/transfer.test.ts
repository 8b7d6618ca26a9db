import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELDS, type Fields } from '#server/administration/fields.ts';
import { csvOf, jsonOf, readCsv, readJson } from '#server/administration/files/tables.ts';
import { newFolder } from '#tests/support/folder.ts';
import { admin } from '#tests/support/server/admin.ts';
import { testServer } from '#tests/support/server/server.ts';

const server = await testServer();
const folder = newFolder();

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const find = (userId: string) => server.portal.accounts.find(userId);

const fields = (values: Partial<Fields>): Fields => ({
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Fields),
  ...values,
});

describe('an import', () => {
  const CSV = [
    'userId,nameKo,phoneNumber,status',
    'import1,하나,010-1,active',
    'kim,김하늘,010-7777-7777,active',
    '',
    'LEE,이서연,,disabled',
  ].join('\r\n');

  test('prints the plan first, and applies it with --apply', async () => {
    const path = file('people.csv', `\ufeff${CSV}`);
    const plan = await admin(server, `import ${path}`);
    expect(plan.out).toContain('+ import1\n    userId: – → import1\n    nameKo: – → 하나');
    expect(plan.out).toMatch(/~ kim\n {4}phoneNumber: \S+ → 010-7777-7777/);
    expect(plan.out).toContain('status: active → disabled');
    expect(plan.out).toContain('Nothing has changed yet: 1 added, 2 changed, 0 unchanged');
    expect(await find('import1')).toBeNull();

    const command = await admin(server, `import ${path} --apply`);
    expect(command.out).toContain('Done: 1 added, 2 changed, 0 unchanged');
    expect(await find('import1')).toMatchObject({ name: { ko: '하나', en: '하나' }, phoneNumber: '010-1' });
    expect(await find('lee')).toMatchObject({ status: 'disabled', phoneNumber: null });
    expect(server.engine.signedOutUsers).toEqual(['lee']);
    expect((await admin(server, `import ${path}`)).out).toContain('0 added, 0 changed, 3 unchanged');
    const recorded = server.audited.filter(({ event }) => event === 'administration');
    expect(recorded.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['import-plan', 'add', 'change', 'disable', 'import']),
    );
    expect(JSON.stringify(recorded)).not.toContain('010-7777');
  });

  test('adds a person to the groups in a column, whatever the case of their letters, and removes the person from the others', async () => {
    const groupsOf = () => server.portal.groups.of('park');
    const importGroups = (cell: string, ...flags: readonly string[]) =>
      admin(server, [`import ${file('groups.csv', `userId,groups\npark,${cell}`)}`, ...flags].join(' '));
    const plan = await importGroups('영업팀|Sales');
    expect(plan.out).toContain('groups: – → 영업팀|Sales');
    expect(await groupsOf()).toEqual([]);
    await importGroups('영업팀|Sales', '--apply');
    expect(await groupsOf()).toEqual(['Sales', '영업팀']);
    expect((await importGroups('SALES|영업팀')).out).toContain('1 unchanged');
    expect((await admin(server, 'explain park --language en')).out).toContain('Groups: Sales, 영업팀.');
    await importGroups('', '--apply');
    expect(await groupsOf()).toEqual([]);
    expect((await importGroups('x'.repeat(200))).code).toBe(0);
    expect((await importGroups('x'.repeat(201))).err).toContain('line 2 groups: names are');
  });

  test('refuses a whole file that has a problem, and names its line', async () => {
    const lines = [
      'userId,nameKo,internalMail,passwordHash',
      'good,좋음,good@example.com,',
      'bad,나쁨,no mail,',
      'few,적음',
      ',없음,,',
      'GOOD,또,,',
      'hashed,해시,,plain-text',
      'kim,김하늘,,scrypt$2$1$1$c2FsdA$a2V5',
    ];
    const { code, err } = await admin(server, `import ${file('wrong.csv', lines.join('\n'))} --apply`);
    expect(code).toBe(1);
    for (const problem of [
      'line 3 internalMail: must be a mail address',
      'line 4: has 2 cells, not 4',
      'line 5 userId: is missing',
      'line 6 userId: is the same as in 2',
      'line 7 passwordHash: must be a hash of a supported kind',
      'line 8 userId: exists already',
    ]) {
      expect(err).toContain(problem);
    }
    expect(err).toContain('바뀐 것은 없어요');
    expect(await find('good')).toBeNull();
  });

  test.for([
    ['nameKo,phone\nkim,1', 'line 1 userId: is missing', 'line 1 phone: is unknown'],
    ['userId,userId\nkim,kim', 'line 1 userId: is unknown or repeated'],
    ['userId,nameKo\n"kim,김', 'Quote'],
    ['', 'line 1 userId: is missing'],
  ])('names the problems of the columns of %j', async ([text = '', ...problems]) => {
    const { code, err } = await admin(server, `import ${file('columns.csv', text)}`);
    expect(code).toBe(1);
    for (const part of problems) expect(err).toContain(part);
  });

  test('of JSON accepts strings and null, and names entries by their number', async () => {
    const people = [
      { userId: 'json1', nameKo: '제이' },
      { userId: 'kim', privateMail: null },
    ];
    const command = await admin(server, `import ${file('people.json', JSON.stringify(people))} --apply`);
    expect(command.out).toContain('1 added');
    expect((await find('kim'))?.privateMail).toBeNull();
    const wrong = [{ userId: 'a', nameKo: '가', age: 3 }, { userId: 7 }];
    const { err } = await admin(server, `import ${file('wrong.json', JSON.stringify(wrong))}`);
    expect(err).toContain('entry 1 age: is unknown');
    expect(err).toContain('entry 2 userId: must be a text');
    expect((await admin(server, `import ${file('no.json', '{}')}`)).err).toContain('must be an array');
  });

  test('reports a missing file', async () => {
    const { code, err } = await admin(server, `import ${join(folder, 'nowhere.csv')}`);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be read')]);
  });

  test('of 1,000 accounts takes less than 15 seconds', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `many${index},사람 ${index},Person ${index}`);
    const path = file('many.csv', ['userId,nameKo,nameEn', ...rows].join('\n'));
    const startedAt = performance.now();
    const { out } = await admin(server, `import ${path} --apply`);
    expect(out).toContain('1000 added');
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});

describe('an export', () => {
  test('can be imported again, and is readable by its owner only', async () => {
    for (const name of ['all.csv', 'all.json']) {
      const path = join(folder, name);
      writeFileSync(path, '', { mode: 0o644 });
      expect((await admin(server, `export ${path}`)).out).toContain('accounts');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readFileSync(path, 'utf8')).not.toMatch(/argon2/);
      expect((await admin(server, `import ${path}`)).out).toContain('0 added, 0 changed');
    }
  });

  test('is written to standard output without a file', async () => {
    expect((await admin(server, 'export')).out).toContain('\ufeffuserId,nameKo');
    expect(JSON.parse((await admin(server, 'export --format json')).out)).toEqual(
      expect.arrayContaining([expect.objectContaining({ userId: 'kim' })]),
    );
    expect((await admin(server, 'export --format xml')).code).toBe(2);
  });
});

test('with exactIds an export with IDs that differ in case only can be imported', async () => {
  const exact = await testServer({ exactIds: true });
  const path = file('exact.csv', 'userId,nameKo\nEda,하나\neda,둘');
  expect((await admin(exact, `import ${path} --apply`)).out).toContain('Done: 2 added');
  const exported = file('again.csv', (await admin(exact, 'export')).out);
  expect((await admin(exact, `import ${exported}`)).out).toContain('0 added, 0 changed');
  expect((await admin(server, `import ${path}`)).err).toContain('line 3 userId: is the same as in 2');
});

describe('a value', () => {
  test.for(['=1+1', '+82 10-1', '-2', '@sum', '＝1', "'=quoted", "''=twice"])(
    '%s is not a formula to a spreadsheet, and is imported unchanged',
    (value) => {
      const text = csvOf([fields({ userId: 'one', nameKo: value })]);
      expect(text).toContain(`one,'${value}`);
      expect(readCsv(text).accountChanges[0]?.changes.nameKo).toBe(value);
    },
  );

  test('of any kind is the same after export and import, in both formats', () => {
    const value = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(value, value, (nameKo, phoneNumber) => {
        const all = [fields({ userId: 'one', nameKo, phoneNumber })];
        const csv = readCsv(csvOf(all)).accountChanges[0];
        expect(csv?.changes).toMatchObject({ nameKo, phoneNumber });
        const json = readJson(jsonOf(all)).accountChanges[0];
        expect([json?.changes.nameKo ?? '', json?.changes.phoneNumber ?? '']).toEqual([nameKo, phoneNumber]);
      }),
    );
  });
});
