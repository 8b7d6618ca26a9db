import { parseArgs } from 'node:util';
import type { Language } from '#i18n/locale.ts';
import { endWith, given } from '#scripts/usage.ts';
import { ConfigError } from '#server/config/config-error.ts';
import type { LdapSettings } from '#server/config/ldap.ts';
import { loadConfig } from '#server/config/load.ts';
import type { Localized } from '#server/config/values.ts';
import { type CheckedStep, checkDirectory } from '#server/directory/ldap/check.ts';

const USAGE = `Use: npm run ldap:check -- [USER] [--language ko|en]

Goes the way of a sign-in through the directory of MUNJIGI_CONFIG, step by step, and says what to do about the first
that fails. USER: an ID to look up.`;

const NAMES: Readonly<Record<CheckedStep['step'], Localized>> = {
  name: { ko: '호스트 이름', en: 'host name' },
  tcp: { ko: 'TCP 연결', en: 'TCP' },
  tls: { ko: 'TLS 이름과 기한', en: 'TLS name and days' },
  bind: { ko: '바인드', en: 'bind' },
  base: { ko: '기준 위치', en: 'base' },
  person: { ko: '한 사람', en: 'one person' },
  fields: { ko: '속성', en: 'fields' },
};

const SIGNS: Readonly<Record<CheckedStep['outcome'], string>> = {
  good: '✓',
  warned: '!',
  failed: '✗',
  leftOut: '–',
  notReached: '·',
};

/** What a step came to, as lines. */
export function stepLines(
  { step, outcome, found, remedy }: CheckedStep,
  index: number,
  language: Language,
): readonly string[] {
  const head = `  ${index + 1} ${SIGNS[outcome]} ${NAMES[step][language]}`;
  return [
    found[language] === '' ? head : `${head}: ${found[language]}`,
    ...(remedy ? [`      ${remedy[language]}`] : []),
  ];
}

/** Checks every address of a directory; tells whether each can be used. */
async function ldapCheck(
  settings: LdapSettings,
  userId: string | null,
  language: Language,
): Promise<boolean> {
  let isGood = true;
  for (const url of settings.urls) {
    console.log(url);
    const steps = await checkDirectory(url, settings, userId, Date.now());
    for (const [index, checked] of steps.entries()) {
      for (const line of stepLines(checked, index, language)) console.log(line);
      if (checked.outcome === 'failed') isGood = false;
    }
  }
  return isGood;
}

const NO_DIRECTORY: Localized = {
  ko: '설정 파일에 ldap이 없어요. MUNJIGI_CONFIG가 어느 파일인지 확인해 주세요.',
  en: 'The configuration has no ldap. Check which file MUNJIGI_CONFIG names.',
};

if (import.meta.main) {
  const { values, positionals } = given(USAGE, () =>
    parseArgs({ allowPositionals: true, options: { language: { type: 'string' } } }),
  );
  const language: Language = (values.language ?? process.env['LANG'] ?? '').startsWith('ko') ? 'ko' : 'en';
  try {
    const { ldap } = loadConfig(process.env, {
      publicUrl: 'http://localhost',
      labOrigin: 'http://localhost',
    });
    if (!ldap) endWith(NO_DIRECTORY[language]);
    process.exitCode = (await ldapCheck(ldap, positionals[0] ?? null, language)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    endWith(error.message);
  }
}
