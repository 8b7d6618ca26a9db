import { describe, expect, test } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { admin } from '#tests/support/server/admin.ts';
import { testServer } from '#tests/support/server/server.ts';

const server = await testServer();

const adminEvents = () =>
  server.audited.map(({ action, account, operator, result }) => ({ action, account, operator, result }));

describe('a wrong command', () => {
  test.for<readonly [string, string]>([
    ['', 'Name an action'],
    ['destroy kim', 'no action "destroy"'],
    ['disable', 'takes one USER'],
    ['disable kim lee', 'takes one USER'],
    ['list kim', 'takes no arguments'],
    ['disable kim --hard', '--hard'],
    ['history kim --limit none', '--limit'],
    ['explain kim --language fr', '--language'],
    ['list --operator " "', '--operator'],
    ['password-link', 'takes one USER'],
  ])('“%s” is answered with its usage', async ([commandLine, message]) => {
    const command = await admin(server, commandLine);
    expect(command.code).toBe(2);
    expect(command.err).toContain(message);
    expect(command.err).toContain('Usage: npm run admin');
    expect(adminEvents()).toEqual([]);
  });

  test('with an unknown ID is refused, and the ID is not audited since it may be a password', async () => {
    server.audited.length = 0;
    const command = await admin(server, `disable ${SEED_PASSWORD}`);
    expect([command.code, command.err]).toEqual([1, expect.stringContaining('계정이 없어요')]);
    expect(adminEvents()).toEqual([
      { action: 'disable', account: '', operator: 'park', result: 'noAccount' },
    ]);
  });
});
