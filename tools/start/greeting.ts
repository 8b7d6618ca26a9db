import { styleText } from 'node:util';
import type { ServerConfig } from '#server/config/schema.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from '#server/seed/accounts.ts';

const formatHeading = (text: string): string => styleText('bold', text);
const formatLink = (text: string): string => styleText('underline', text);

/** A line for each demo account: the user ID, and what the account demonstrates. */
function accountLines(): string[] {
  const width = Math.max(...SEED_ACCOUNTS.map(({ entry }) => entry.userId.length));
  return SEED_ACCOUNTS.map(
    ({ entry, feature: shows }) => `  ${entry.userId.padEnd(width)}  ${shows.en} · ${shows.ko}`,
  );
}

/**
 * The message that `npm start` prints: addresses, first steps and demo accounts.
 * @param lab origin of the lab
 */
export function greeting({ publicUrl, desk }: ServerConfig, lab: string): string {
  return [
    formatHeading('Munjigi 문지기'),
    `  Portal · 포털    ${formatLink(publicUrl)}`,
    `  Lab · 실험실     ${formatLink(lab)}`,
    ...(desk
      ? [
          `  Desk · 데스크    ${formatLink(`${desk.url}/desk/`)}  (oh, with a passkey of ${lab}/passkey/oh · 패스키로 로그인)`,
        ]
      : []),
    '',
    formatHeading('Try first · 먼저 해 보기'),
    `  1. Open ${formatLink(`${lab}/service`)} and sign in as kim with the password ${SEED_PASSWORD}`,
    `     ${lab}/service 를 열고 kim, 비밀번호 ${SEED_PASSWORD} 로 로그인하세요`,
    '  2. Choose “Sign in once more”: the portal knows you for 30 minutes',
    '     ‘다시 로그인’을 누르면 비밀번호 없이 들어와요',
    `  3. Open ${formatLink(`${lab}/expenses`)}, a service by SAML, and press “Sign in with your company account”: no password is asked`,
    `     ${lab}/expenses 를 열고 ‘회사 계정으로 로그인’을 누르면 비밀번호 없이 들어와요`,
    '',
    formatHeading(`Accounts · 데모 계정 (password of all · 모두 같은 비밀번호: ${SEED_PASSWORD})`),
    ...accountLines(),
    '',
    'Ctrl-C stops. `npm start -- --fresh` deletes all data and starts from the seed. · 멈추려면 Ctrl-C',
  ].join('\n');
}
