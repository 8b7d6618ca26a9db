import type { PeerCertificate } from 'node:tls';
import type { LdapSettings } from '#server/config/ldap.ts';
import type { Localized } from '#server/config/values.ts';
import { connectTo, type DirectoryConnection } from './connection.ts';
import { bindToLookUp, findPerson, templateDn } from './person.ts';
import { DIRECTORY_STEPS, DirectoryProblemError, type DirectoryStep, problemAt } from './problem.ts';
import { addressOf } from './reach.ts';
import { remedyOf } from './remedies.ts';

/** What came of one step of the way to a person in the directory. */
export type CheckedStep = {
  readonly step: DirectoryStep;
  readonly outcome: 'good' | 'warned' | 'failed' | 'leftOut' | 'notReached';
  /** What was found, or what the directory said. */
  readonly found: Localized;
  /** What to do about it; null when there is nothing to do. */
  readonly remedy: Localized | null;
};

const DAY_MS = 24 * 60 * 60_000;
const WARNED_DAYS = 30;

const same = (text: string): Localized => ({ ko: text, en: text });

const good = (step: DirectoryStep, found: Localized): CheckedStep => ({
  step,
  outcome: 'good',
  found,
  remedy: null,
});

const leftOut = (step: DirectoryStep, found: Localized): CheckedStep => ({
  step,
  outcome: 'leftOut',
  found,
  remedy: null,
});

const warned = (step: DirectoryStep, found: Localized, remedy: Localized): CheckedStep => ({
  step,
  outcome: 'warned',
  found,
  remedy,
});

/** How long a certificate is still good, and for which names. */
export function checkedCertificate(
  { valid_to, subjectaltname = '' }: Pick<PeerCertificate, 'valid_to' | 'subjectaltname'>,
  now: number,
): CheckedStep {
  const days = Math.floor((Date.parse(valid_to) - now) / DAY_MS);
  const found = {
    ko: `인증서가 ${days}일 남았어요 (${subjectaltname})`,
    en: `the certificate is good for ${days} days (${subjectaltname})`,
  };
  if (days >= WARNED_DAYS) return good('tls', found);
  return warned('tls', found, {
    ko: '인증서가 곧 만료돼요. 만료되면 아무도 로그인할 수 없으니 미리 새로 발급해 주세요.',
    en: 'The certificate ends soon, and nobody signs in after that. Have a new one issued in time.',
  });
}

const NOT_ENCRYPTED: CheckedStep = warned(
  'tls',
  { ko: '연결을 암호화하지 않아요', en: 'the connection is not encrypted' },
  {
    ko: '비밀번호가 그대로 전송돼요. 같은 서버의 디렉터리가 아니라면 ldap.startTls를 켜 주세요.',
    en: 'Passwords travel in the clear. Turn ldap.startTls on unless the directory is on this machine.',
  },
);

async function checkedBind(connection: DirectoryConnection, settings: LdapSettings): Promise<CheckedStep> {
  await bindToLookUp(connection, settings);
  const { bindDn } = settings;
  return bindDn === undefined
    ? leftOut('bind', {
        ko: 'bindDn이 없어 이름 없이 물어봐요',
        en: 'no bindDn: the directory is asked without a name',
      })
    : good('bind', same(bindDn));
}

async function checkedBase(connection: DirectoryConnection, { baseDn }: LdapSettings): Promise<CheckedStep> {
  if (baseDn === undefined) {
    return leftOut('base', {
      ko: 'baseDn 없이 dnTemplate만 사용해요',
      en: 'no baseDn: dnTemplate alone is used',
    });
  }
  const [entry] = await connection.search('base', baseDn, { scope: 'base', attributes: ['1.1'], max: 1 });
  if (!entry) throw new DirectoryProblemError('base', '50', 'nothing is shown of it');
  return good('base', same(baseDn));
}

async function dnOf(
  connection: DirectoryConnection,
  settings: LdapSettings,
  userId: string,
): Promise<string> {
  const dn = templateDn(settings, userId) ?? (await findPerson(connection, settings, userId));
  if (dn === null) throw new DirectoryProblemError('person', 'notFound', 'nobody was found');
  return dn;
}

async function checkedFields(
  connection: DirectoryConnection,
  { fields }: LdapSettings,
  dn: string,
): Promise<CheckedStep> {
  const names = Object.values(fields);
  const [entry] = await connection.search('fields', dn, { scope: 'base', attributes: names, max: 1 });
  const held = names.filter((name) => entry?.[name] !== undefined && entry[name].length > 0);
  const missing = names.filter((name) => !held.includes(name));
  if (missing.length === 0) return good('fields', same(held.join(', ')));
  return warned(
    'fields',
    { ko: `없는 속성: ${missing.join(', ')}`, en: `not there: ${missing.join(', ')}` },
    {
      ko: '이 사람에게 값이 없는 게 아니라면, 속성 이름을 ldap.fields에 적거나 bindDn 계정에 읽을 권한을 주세요.',
      en: 'Unless this person has none, name the attributes in ldap.fields or let bindDn read them.',
    },
  );
}

const UNREAD: Localized = {
  ko: 'dnTemplate의 이름으로 바인드만 해요. 항목은 읽지 않아요',
  en: 'people bind by the name of dnTemplate, and no entry is read',
};

/** An entry that a template names is read by the account that may, and by its whole name. */
const isReadable = ({ bindDn, dnTemplate }: LdapSettings, dn: string): boolean =>
  dnTemplate === undefined || (bindDn !== undefined && dn.includes('='));

/** The steps behind the connection, each noted as it is done. */
async function checkPerson(
  connection: DirectoryConnection,
  settings: LdapSettings,
  userId: string | null,
  note: (checked: CheckedStep) => void,
): Promise<void> {
  note(await checkedBind(connection, settings));
  note(await checkedBase(connection, settings));
  if (userId === null) {
    const untold = { ko: '확인할 아이디를 적지 않았어요', en: 'no ID was named' };
    note(leftOut('person', untold));
    note(leftOut('fields', untold));
    return;
  }
  const dn = await dnOf(connection, settings, userId);
  note(good('person', same(dn)));
  note(isReadable(settings, dn) ? await checkedFields(connection, settings, dn) : leftOut('fields', UNREAD));
}

const failed = (problem: DirectoryProblemError): CheckedStep => ({
  step: problem.step,
  outcome: 'failed',
  found: same(`${problem.code}: ${problem.message}`),
  remedy: remedyOf(problem),
});

/** What was done before a step that failed, that step, and what is left. */
function completed(
  done: readonly CheckedStep[],
  problem: DirectoryProblemError | null,
): readonly CheckedStep[] {
  const at = problem ? DIRECTORY_STEPS.indexOf(problem.step) : DIRECTORY_STEPS.length;
  return DIRECTORY_STEPS.map((step, index) => {
    if (problem && index === at) return failed(problem);
    const known = done.find((checked) => checked.step === step);
    if (known) return known;
    return index < at ? good(step, same('')) : { step, outcome: 'notReached', found: same(''), remedy: null };
  });
}

/**
 * Goes the way of a sign-in to one address of the directory, step by step, up to the first that fails: its name, TCP,
 * TLS, the bind, the base, one person and their fields. It needs no password of a person.
 * @param now epoch milliseconds
 */
export async function checkDirectory(
  url: string,
  settings: LdapSettings,
  userId: string | null,
  now: number,
): Promise<readonly CheckedStep[]> {
  const done: CheckedStep[] = [];
  let connection: DirectoryConnection | null = null;
  try {
    connection = await connectTo(url, settings);
    done.push(good('name', same(connection.addresses.join(', '))));
    done.push(good('tcp', same(String(addressOf(url).port))));
    const { certificate } = connection;
    done.push(certificate ? checkedCertificate(certificate, now) : NOT_ENCRYPTED);
    await checkPerson(connection, settings, userId, (checked) => done.push(checked));
    return completed(done, null);
  } catch (error) {
    return completed(done, problemAt('bind', error));
  } finally {
    connection?.close();
  }
}
