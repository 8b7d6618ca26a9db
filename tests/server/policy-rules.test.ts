import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PolicyRule } from '#server/config/policy.ts';
import { isWithinHours, isWithinPeriod, localTime } from '#server/login/policy/local-time.ts';
import { maskMail, maskPhone } from '#server/login/policy/mask.ts';
import { resolvePolicy } from '#server/login/policy/resolve.ts';

const NOW = { date: '2026-11-20', time: '12:00' };

describe('the local time', () => {
  test.for([
    ['2026-11-20T15:30:00Z', 'Asia/Seoul', { date: '2026-11-21', time: '00:30' }],
    ['2026-11-20T00:05:00Z', 'UTC', { date: '2026-11-20', time: '00:05' }],
    ['2026-07-01T03:59:59Z', 'America/New_York', { date: '2026-06-30', time: '23:59' }],
  ] as const)('of %s in %s is %j', ([moment, zone, local]) => {
    expect(localTime(Date.parse(moment), zone)).toEqual(local);
  });

  test.for([
    [{}, true],
    [{ from: '2026-11-20', until: '2026-11-20' }, true],
    [{ from: '2026-11-21' }, false],
    [{ until: '2026-11-19' }, false],
  ] as const)('is within the period %j: %s', ([period, isWithin]) => {
    expect(isWithinPeriod(NOW, period)).toBe(isWithin);
  });

  test.for([
    ['12:00', '12:01', true],
    ['11:00', '12:00', false],
    ['22:00', '06:00', false],
    ['11:00', '06:00', true],
    ['13:00', '12:30', true],
    ['12:00', '12:00', false],
    ['00:00', '00:00', false],
  ] as const)('is within the hours from %s until %s: %s', ([from, until, isWithin]) => {
    expect(isWithinHours(NOW, { from, until })).toBe(isWithin);
  });
});

const KIM = { userId: 'kim', groups: new Set(['sales team']) };

describe('the policy of a person at a client', () => {
  const rule = (id: string, values: Partial<PolicyRule> = {}): PolicyRule => ({
    id,
    enabled: true,
    authType: 'other',
    methods: ['pw'],
    secondAuth: false,
    selfAuth: [],
    cubeLogin: [],
    appOtp: { standard: false },
    secondTokenPriority: {},
    management: false,
    offerPasskey: false,
    ...values,
  });
  const resolve = (policies: PolicyRule[]) => {
    const resolved = resolvePolicy({ policies }, KIM, 'wiki', NOW, null);
    return resolved.ok ? resolved.policy.rule.id : resolved.errCode;
  };
  const everyone = rule('everyone');
  const client = rule('client', { clients: ['wiki'] });
  const user = rule('user', { users: ['kim'] });
  const both = rule('both', { users: ['kim'], clients: ['wiki'] });

  test('is the most specific one, whatever their order', () => {
    expect(resolve([everyone, client, user, both])).toBe('both');
    expect(resolve([user, client, everyone])).toBe('user');
    expect(resolve([everyone, client])).toBe('client');
    expect(resolve([everyone])).toBe('everyone');
  });

  test('is the policy of a group when none names the person', () => {
    const group = rule('group', { groups: ['Ｓales Team'] });
    expect(resolve([everyone, client, group])).toBe('group');
    expect(resolve([group, user])).toBe('user');
    expect(resolve([rule('other', { groups: ['sales'] })])).toBe('016');
    expect(resolve([group, rule('either', { users: ['kim'], groups: ['hr'] })])).toBe('either');
    expect(resolve([rule('either', { users: ['lee'], groups: ['sales team'] })])).toBe('either');
  });

  test('is the first of two that are equally specific', () => {
    expect(resolve([everyone, rule('later')])).toBe('everyone');
  });

  test('is not the policy of another person or client', () => {
    expect(resolve([rule('lee', { users: ['lee'] }), rule('shop', { clients: ['shop'] })])).toBe('016');
  });

  test('is not replaced by a less specific one when it is off or outside of its period', () => {
    expect(resolve([everyone, { ...user, enabled: false }])).toBe('016');
    expect(resolve([everyone, { ...user, period: { from: '2026-11-21' } }])).toBe('016_2');
    expect(resolve([everyone, { ...user, hours: { from: '13:00', until: '14:00' } }])).toBe('016_3');
  });

  test('has an id that changes with its content', () => {
    const idOf = (policy: PolicyRule) => {
      const resolved = resolvePolicy({ policies: [policy] }, KIM, 'wiki', NOW, null);
      return resolved.ok ? resolved.policy.policyId : '';
    };
    expect(idOf(user)).toBe(idOf({ ...user }));
    expect(idOf(user)).not.toBe(idOf({ ...user, secondAuth: true }));
    expect(idOf(user)).not.toContain('|');
  });
});

describe('masks', () => {
  test.for([
    ['haneul@hanbit.example', 'ha****@hanbit.example'],
    ['ab@x.example', 'a*@x.example'],
    ['a@x.example', '*@x.example'],
    ['"a@b"@x.example', '"a***@x.example'],
  ])('the mail address %s is shown as %s', ([mail = '', masked]) => {
    expect(maskMail(mail)).toBe(masked);
  });

  test.for([
    ['010-2345-6789', '010-****-6789'],
    ['01023456789', '010****6789'],
    ['+82-10-2345-6789', '+82-**-****-6789'],
    ['1234567', '*******'],
    ['112', '***'],
  ])('the number %s is shown as %s', ([phone = '', masked]) => {
    expect(maskPhone(phone)).toBe(masked);
  });

  test('a masked contact shows only a prefix and its end', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (mail) => {
        const masked = maskMail(mail);
        expect(masked).toHaveLength(mail.length);
        expect(masked).toContain('*');
        expect(masked.slice(2, mail.lastIndexOf('@'))).toMatch(/^\**$/);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[\d -]{1,16}$/), (phone) => {
        const digits = (text: string) => text.replace(/\D/g, '').length;
        const masked = maskPhone(phone);
        expect(masked).toHaveLength(phone.length);
        expect(digits(masked)).toBeLessThanOrEqual(7);
        if (digits(phone) > 0) expect(digits(masked)).toBeLessThan(digits(phone));
      }),
    );
  });
});
