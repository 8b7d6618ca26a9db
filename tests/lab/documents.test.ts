import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { CODES_WITHOUT_ACCOUNT } from '#lab/faults/codes.ts';
import { resolveConfig } from '#server/config/load.ts';
import { resolvePolicy } from '#server/login/policy/resolve.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from '#server/seed/accounts.ts';

const read = (name: string): string => readFileSync(`docs/${name}`, 'utf8');

describe('docs/lab.md', () => {
  it('lists every seeded account with its code, and the password', () => {
    const page = read('lab.md');
    expect(page).toContain(`\`${SEED_PASSWORD}\``);
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, userId, shows]) => [
      userId,
      shows,
    ]);
    expect(rows.slice(0, SEED_ACCOUNTS.length)).toEqual(
      SEED_ACCOUNTS.map(({ entry, feature: shows, errCode }) => [
        entry.userId,
        errCode ? `${shows.en} (${errCode})` : shows.en,
      ]),
    );
  });

  it('explains how to cause every code of the specification: by an account or by the fault switch', () => {
    const section = read('lab.md').split('## Codes\n')[1]?.split('\n## ')[0] ?? '';
    const rows = [...section.matchAll(/^\| (\d[\d_, ]*) \| (.+) \|$/gm)].flatMap(([, codes = '', how = '']) =>
      codes.split(', ').map((code) => ({ code, how })),
    );
    expect(rows.map(({ code }) => code)).toEqual(Object.keys(ERROR_CATALOGUE).sort());
    const injected = rows.filter(({ how }) => how.startsWith('fault switch')).map(({ code }) => code);
    expect(injected).toEqual(Object.keys(CODES_WITHOUT_ACCOUNT).sort());
    const people = rows.flatMap(({ how }) => [...how.matchAll(/`([a-z]{2,})`/g)].map(([, userId]) => userId));
    const seeded = SEED_ACCOUNTS.map(({ entry }) => entry.userId);
    expect(people.filter((userId) => !seeded.includes(userId ?? ''))).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  it('has a configuration that is valid in production', () => {
    const example = /```json\n([\s\S]*?)```/.exec(read('operations.md'))?.[1] ?? '';
    const file: unknown = JSON.parse(
      example.replace('REPLACE-with-32-random-bytes', 'a-secret-of-the-operator'),
    );
    const config = resolveConfig(file, 'the example', {
      mode: 'production',
      publicUrl: 'http://localhost:8080',
      labOrigin: 'http://localhost:8081',
    });
    expect(config.clients.map(({ clientId }) => clientId)).toEqual(['wiki']);
    expect(config.clients[0]?.backchannelLogoutUri).toContain('logout=backchannel');
  });

  it('has policies that work as described', () => {
    const section = read('operations.md').split('\n## Policies\n')[1]?.split('\n## ')[0] ?? '';
    const clients = ['wiki', 'wiki-inside', 'payroll'].map((clientId) => ({
      clientId,
      redirectUris: [`https://${clientId}.example.com/callback`],
      serviceName: { ko: clientId, en: clientId },
    }));
    const policies = [...section.matchAll(/```json\n([\s\S]*?)```/g)].filter(([json]) =>
      json.includes('"policies"'),
    );
    const examples = policies.map(([, json = '']) =>
      resolveConfig({ publicUrl: 'https://login.example.com', clients, ...JSON.parse(json) }, 'the example', {
        mode: 'production',
        publicUrl: 'http://localhost:8080',
        labOrigin: 'http://localhost:8081',
      }),
    );
    const stepsAt = (clientId: string, time = '09:00', address = '203.0.113.7') =>
      examples.map((config) => {
        const result = resolvePolicy(
          config,
          { userId: 'kim', groups: new Set() },
          clientId,
          { date: '2026-11-20', time },
          address,
        );
        if (!result.ok) return result.errCode;
        const { methods, secondAuth, secondTokenPriority } = result.policy.rule;
        return [methods, secondAuth ? secondTokenPriority : null];
      });
    const passkeyOrPush = [['fido2Token', 'push', 'emergencyCode'], null];
    const password = [['pw'], null];
    const either = [['pw', 'fido2Token'], null];
    const outside = [['pw'], { sms: 1, internalMail: 2 }];
    const payroll = [['pw'], { fido2Token: 1, yubikey: 2, hwOtp: 3 }];
    expect(stepsAt('wiki-inside')).toEqual([password, passkeyOrPush, either, password, password]);
    expect(stepsAt('wiki')).toEqual([outside, passkeyOrPush, either, password, password]);
    expect(stepsAt('payroll')).toEqual([outside, passkeyOrPush, either, password, payroll]);
    expect(stepsAt('payroll', '23:00')).toEqual([outside, passkeyOrPush, either, password, '016_3']);
    const fromOtherNetwork = stepsAt('payroll', '09:00', '198.51.100.7');
    expect(fromOtherNetwork).toEqual([outside, passkeyOrPush, either, '002_2', payroll]);
  });
});
