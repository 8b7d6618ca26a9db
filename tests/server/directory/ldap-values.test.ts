import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLdap } from '#server/config/ldap.ts';
import { resolveConfig } from '#server/config/load.ts';
import { escapeDnValue, escapeFilterValue, fillTemplate } from '#server/directory/ldap/escape.ts';

describe('the ID', () => {
  test.for([
    ['kim', 'kim'],
    ['a*)(uid=*', 'a\\2a\\29\\28uid=\\2a'],
    ['back\\slash\0', 'back\\5cslash\\00'],
    ['김하늘', '김하늘'],
  ] as const)('%s is escaped as %s in a filter', ([value, escaped]) => {
    expect(escapeFilterValue(value)).toBe(escaped);
  });

  test.for([
    ['kim', 'kim'],
    ['Kim, Haneul', 'Kim\\, Haneul'],
    [' #a ', '\\ #a\\ '],
    ['#1', '\\#1'],
    ['a=b+c"<>;\\', 'a\\=b\\+c\\"\\<\\>\\;\\\\'],
    ['\0', '\\00'],
  ] as const)('%s is escaped as %s in a name', ([value, escaped]) => {
    expect(escapeDnValue(value)).toBe(escaped);
  });

  test('never adds special characters to a filter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(fillTemplate('(uid={userId})', value, escapeFilterValue).slice(1, -1)).not.toMatch(/[()*\0]/);
      }),
    );
  });

  test('is inserted literally into a template with special characters', () => {
    expect(fillTemplate('(|(uid={userId})(mail={userId}))', '$&', escapeFilterValue)).toBe(
      '(|(uid=$&)(mail=$&))',
    );
  });
});

describe('the settings of a directory', () => {
  const environment = { mode: 'production', publicUrl: '', labOrigin: 'http://localhost:8081' } as const;
  const company = {
    publicUrl: 'https://login.hanbit.example',
    clients: [
      {
        clientId: 'wiki',
        clientSecret: 'b'.repeat(43),
        redirectUris: ['https://wiki.hanbit.example/'],
        serviceName: { ko: '위키', en: 'Wiki' },
      },
    ],
    policies: [{ id: 'all', authType: 'other', methods: ['pw'] }],
  };
  const problemOf = (ldap: unknown): string => {
    try {
      resolveConfig({ ...company, ldap }, 'test', environment);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };

  test.for([
    [{ urls: [], baseDn: 'dc=x' }, 'ldap.urls: must name at least one address'],
    [{ urls: ['https://dc.example'], baseDn: 'dc=x' }, 'ldap.urls[0]: must be an address such as'],
    [{ urls: ['ldap://u@dc.example/'], baseDn: 'dc=x' }, 'ldap.urls[0]: must be an address such as'],
    [{ urls: ['ldaps://dc.example'] }, 'ldap.baseDn: is missing, and so is dnTemplate'],
    [
      { urls: ['ldaps://dc.example'], baseDn: 'dc=x', filter: '(uid=*)' },
      'ldap.filter: must contain the placeholder {userId}',
    ],
    [{ urls: ['ldaps://dc.example'], baseDn: 'dc=x', bindDn: 'cn=p' }, 'ldap.bindPasswordFile: is missing'],
    [
      { urls: ['ldaps://dc.example'], baseDn: 'dc=x', bindDn: 'cn=p', bindPasswordFile: 'nowhere' },
      'ldap.bindPasswordFile: ENOENT',
    ],
    [
      { urls: ['ldaps://dc.example'], baseDn: 'dc=x', bindDn: 'cn=p', bindPasswordFile: '/dev/null' },
      'ldap.bindPasswordFile: has no password',
    ],
    [{ urls: ['ldaps://dc.example'], baseDn: 'dc=x', caFile: 'nowhere' }, 'ldap.caFile: ENOENT'],
    [
      { urls: ['ldap://dc.example'], baseDn: 'dc=x', startTls: false },
      'ldap.startTls: has to be on for ldap://dc.example',
    ],
    [{ urls: ['ldap://127.0.0.1'], baseDn: 'dc=x', startTls: false }, ''],
    [{ urls: ['ldaps://dc.example'], dnTemplate: '{userId}@hanbit.example' }, ''],
  ] as const)('with %o have the problem "%s"', ([ldap, problem]) => {
    expect(problemOf(ldap)).toContain(problem);
    if (problem === '') expect(problemOf(ldap)).toBe('');
  });

  test('are null without an ldap section', () => {
    expect(readLdap(undefined, 'test', '.')).toBeNull();
  });
});
