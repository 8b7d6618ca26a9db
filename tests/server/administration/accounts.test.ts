import { describe, expect, test } from 'vitest';
import { AdministrationRefusal } from '#server/administration/refusal.ts';
import { addConfiguredAccounts, addSeedAccounts, addSeedAnswers, addSeedHistory } from '#server/seed/add.ts';
import { accountAdminOf } from '#tests/support/server/account-admin.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const CONFIGURED_ACCOUNT = { userId: 'han.configured', name: { ko: '한', en: 'Han' } };

const server = await testServer({ accounts: [CONFIGURED_ACCOUNT] });

const actionsOn = (account: string) =>
  server.audited.filter((line) => line.account === account).map(({ action }) => action);

const NAMES = { nameKo: '김새봄', nameEn: 'Saebom Kim' };

describe('an account', () => {
  test('is added, and found in any case of its letters', async () => {
    const adminActions = accountAdminOf(server);
    const { outcome } = await adminActions.add({
      userId: 'Saebom',
      changes: { ...NAMES, phoneNumber: '010-1111-2222' },
    });
    expect(outcome).toBe('added');
    expect(await server.portal.accounts.findTyped('ＳＡＥＢＯＭ')).toMatchObject({
      userId: 'Saebom',
      name: { ko: '김새봄', en: 'Saebom Kim' },
      phoneNumber: '010-1111-2222',
      status: 'active',
    });
    expect(actionsOn('Saebom')).toContain('add');
  });

  test('uses a name in one language for both', async () => {
    await accountAdminOf(server).add({ userId: 'one-name', changes: { nameKo: '이하나' } });
    expect((await server.portal.accounts.find('one-name'))?.name).toEqual({ ko: '이하나', en: '이하나' });
  });

  test.for(['kim', 'KIM', 'ｋｉｍ'])('is not added as %s when kim exists', async (userId) => {
    await expect(accountAdminOf(server).add({ userId, changes: NAMES })).rejects.toMatchObject({
      reason: 'taken',
    });
  });

  test.for([
    ['nameKo', { nameKo: '', nameEn: '' }],
    ['role', { role: 'king' }],
    ['internalMail', { internalMail: 'nowhere' }],
    ['usageFrom', { usageFrom: '2026-13-40' }],
    ['hoursUntil', { hoursFrom: '09:00', hoursUntil: '' }],
    ['phoneNumber', { phoneNumber: '010\n1111' }],
  ] as const)(
    'with an invalid value is refused, and the refusal names the field %s',
    async ([field, wrong]) => {
      const addition = accountAdminOf(server).add({
        userId: `wrong-${field}`,
        changes: { ...NAMES, ...wrong },
      });
      const refusal = await addition.catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AdministrationRefusal);
      expect((refusal as AdministrationRefusal).problems.map((problem) => problem.field)).toContain(field);
      expect(await server.portal.accounts.find(`wrong-${field}`)).toBeNull();
    },
  );

  test('is changed in the given fields only, and the audit names the fields, not their values', async () => {
    const adminActions = accountAdminOf(server, 'lee.ops');
    await adminActions.add({ userId: 'changing', changes: { ...NAMES, privateMail: 'old@example.com' } });
    const { differences } = await adminActions.change('changing', {
      privateMail: '',
      phoneNumber: ' 02-123-4567 ',
    });
    expect(differences).toEqual([
      { field: 'phoneNumber', from: '', to: '02-123-4567' },
      { field: 'privateMail', from: 'old@example.com', to: '' },
    ]);
    expect(server.audited.at(-1)).toMatchObject({
      event: 'administration',
      result: 'ok',
      action: 'change',
      account: 'changing',
      operator: 'lee.ops',
      details: { fields: 'phoneNumber privateMail' },
    });
    const audited = JSON.stringify(server.audited.filter(({ account }) => account === 'changing'));
    const values = ['old@example.com', '02-123-4567', ...Object.values(NAMES)];
    expect(values.filter((value) => audited.includes(value))).toEqual([]);
    expect(audited).toContain('privateMail');
    expect((await adminActions.change('changing', { phoneNumber: '02-123-4567' })).outcome).toBe('unchanged');
  });

  test('cannot get another ID', async () => {
    const change = accountAdminOf(server).change('kim', { userId: 'kim2' });
    await expect(change).rejects.toMatchObject({ reason: 'idStays' });
  });

  test('that does not exist cannot be changed, unlocked or removed', async () => {
    const adminActions = accountAdminOf(server);
    for (const act of [
      () => adminActions.change('nobody', {}),
      () => adminActions.unlock('nobody'),
      () => adminActions.remove('nobody'),
    ]) {
      await expect(act()).rejects.toMatchObject({ reason: 'noAccount' });
    }
  });
});

test('one of two concurrent additions of the same account succeeds', async () => {
  const results = await Promise.allSettled(
    ['park', 'lee'].map((operator) =>
      accountAdminOf(server, operator).add({ userId: 'twice', changes: NAMES }),
    ),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('two concurrent changes of different fields are both applied', async () => {
  await accountAdminOf(server).add({ userId: 'both', changes: NAMES });
  await Promise.all([
    accountAdminOf(server, 'park').change('both', { phoneNumber: '010-1' }),
    accountAdminOf(server, 'lee').change('both', { privateMail: 'both@example.com' }),
  ]);
  expect(await server.portal.accounts.find('both')).toMatchObject({
    phoneNumber: '010-1',
    privateMail: 'both@example.com',
  });
});

test('several changes are applied together or not at all', async () => {
  const changes = [
    { userId: 'first-of-three', changes: NAMES },
    { userId: 'kim', changes: { phoneNumber: '' } },
    { userId: 'third-of-three', changes: { ...NAMES, internalMail: 'wrong' } },
  ];
  await expect(accountAdminOf(server).apply(changes)).rejects.toMatchObject({
    reason: 'invalid',
    userId: 'third-of-three',
  });
  expect(await server.portal.accounts.find('first-of-three')).toBeNull();
  expect((await server.portal.accounts.find('kim'))?.phoneNumber).not.toBeNull();
});

test('unlocking removes every lock, also one that only an administrator can remove', async () => {
  const answer = await signIn(server.browser(), 'choi');
  expect(answer.json['errCode']).toBe('001_1');
  expect(await accountAdminOf(server).unlock('choi')).toBeGreaterThan(0);
  expect((await signIn(server.browser(), 'choi')).status).toBe(200);
  expect(actionsOn('choi')).toContain('unlock');
});

/** The tables in which a column contains this ID. */
async function tablesWith(userId: string): Promise<readonly string[]> {
  const { db } = server;
  const tables =
    db.engine === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
  const tablesWithId: string[] = [];
  for (const { name } of await db.prepare(tables).all()) {
    const rows = await db.prepare(`SELECT * FROM ${name}`).all();
    if (rows.some((row) => Object.values(row).includes(userId))) tablesWithId.push(String(name));
  }
  return tablesWithId;
}

describe('an account that is removed', () => {
  test('leaves no row with its ID in the storage, is signed out, and its card can be used again', async () => {
    for (const browser of [server.browser(), server.browser()]) await signIn(browser, 'lee');
    await accountAdminOf(server).change('lee', { phoneNumber: '010-9999-9999' });
    const card = await server.portal.devices.otpCards.of('lee');
    await accountAdminOf(server).remove('lee');
    expect(await tablesWith('lee')).toEqual([]);
    expect(actionsOn('lee')).toContain('remove');
    expect((await server.portal.devices.otpCards.findBySerial(card?.serial ?? ''))?.userId).toBeNull();
    expect(server.engine.signedOutUsers).toContain('lee');
  });

  test('is not added again at the next start, even if it is configured', async () => {
    const { portal } = server;
    for (const userId of ['han.configured', 'gil', 'son']) await accountAdminOf(server).remove(userId);
    await addConfiguredAccounts(portal, portal.config);
    await addSeedAccounts(portal, portal.config.argon2);
    await addSeedAnswers(portal, portal.config.argon2);
    await addSeedHistory(portal, portal.config.argon2);
    for (const userId of ['han.configured', 'gil', 'son'])
      expect(await portal.accounts.find(userId)).toBeNull();
  });

  test('is not added again when an earlier version has created it', async () => {
    const { portal, db } = await testServer({ accounts: [CONFIGURED_ACCOUNT] });
    // Earlier versions did not record which accounts they had created.
    await db.prepare('DELETE FROM created_accounts').run();
    await accountAdminOf({ ...server, portal }).remove(CONFIGURED_ACCOUNT.userId);
    await addConfiguredAccounts(portal, portal.config);
    expect(await portal.accounts.find(CONFIGURED_ACCOUNT.userId)).toBeNull();
  });

  test('can be added again by an operator', async () => {
    await accountAdminOf(server).add({ userId: 'once-more', changes: NAMES });
    await accountAdminOf(server).remove('once-more');
    expect((await accountAdminOf(server).add({ userId: 'once-more', changes: NAMES })).outcome).toBe('added');
  });
});
