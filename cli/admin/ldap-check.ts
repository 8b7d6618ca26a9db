import type { Language } from '#i18n/locale.ts';
import type { LdapSettings } from '#server/config/ldap.ts';
import { loadConfig } from '#server/config/load.ts';
import type { Localized } from '#server/config/values.ts';
import { type CheckedStep, checkDirectory } from '#server/directory/ldap/check.ts';
import { AdminUsageError } from './arguments.ts';
import type { StandaloneContext } from './standalone.ts';

const STEP_NAMES: Readonly<Record<CheckedStep['step'], Localized>> = {
  name: { ko: '호스트 이름', en: 'host name' },
  tcp: { ko: 'TCP 연결', en: 'TCP' },
  tls: { ko: 'TLS 이름과 기한', en: 'TLS name and expiry' },
  bind: { ko: '바인드', en: 'bind' },
  base: { ko: '기준 위치', en: 'base' },
  person: { ko: '한 사람', en: 'a person' },
  fields: { ko: '속성', en: 'attributes' },
};

const OUTCOME_SIGNS: Readonly<Record<CheckedStep['outcome'], string>> = {
  good: '✓',
  warned: '!',
  failed: '✗',
  leftOut: '–',
  notReached: '·',
};

/** Lines with the result of a step: the outcome, and a remedy if there is a problem. */
export function stepLines(
  { step, outcome, resultText, remedy }: CheckedStep,
  index: number,
  language: Language,
): readonly string[] {
  const heading = `  ${index + 1} ${OUTCOME_SIGNS[outcome]} ${STEP_NAMES[step][language]}`;
  return [
    resultText[language] === '' ? heading : `${heading}: ${resultText[language]}`,
    ...(remedy ? [`      ${remedy[language]}`] : []),
  ];
}

/**
 * Checks the connection to every address of the directory.
 * @returns whether all addresses can be used
 */
async function ldapCheck(
  settings: LdapSettings,
  userId: string | null,
  language: Language,
  print: StandaloneContext['print'],
): Promise<boolean> {
  let areAllUsable = true;
  for (const url of settings.urls) {
    print(url);
    const steps = await checkDirectory(url, settings, userId, Date.now());
    for (const [index, checked] of steps.entries()) {
      for (const line of stepLines(checked, index, language)) print(line);
      if (checked.outcome === 'failed') areAllUsable = false;
    }
  }
  return areAllUsable;
}

const NO_DIRECTORY_MESSAGE: Localized = {
  ko: '설정 파일에 ldap이 없어요. MUNJIGI_CONFIG가 어느 파일인지 확인해 주세요.',
  en: 'The configuration has no ldap. Check which file MUNJIGI_CONFIG names.',
};

/**
 * Runs `admin ldap-check [USER]`, which checks the connection to the directory. The action needs no storage and no
 * running server, and it changes nothing.
 * @returns 0 when every address can be used, 1 when a step has failed or no directory is configured
 * @throws ConfigError, AdminUsageError
 */
export async function runLdapCheck(
  args: readonly string[],
  { language, print, env }: StandaloneContext,
): Promise<0 | 1> {
  const [userId = null, ...more] = args;
  if (more.length > 0 || userId?.startsWith('-'))
    throw new AdminUsageError('ldap-check takes at most one USER.');
  const { ldap } = loadConfig(env, { publicUrl: 'http://localhost', labOrigin: 'http://localhost' });
  if (ldap) return (await ldapCheck(ldap, userId, language, print)) ? 0 : 1;
  print(NO_DIRECTORY_MESSAGE[language]);
  return 1;
}
