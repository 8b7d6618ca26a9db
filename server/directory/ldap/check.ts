import type { PeerCertificate } from 'node:tls';
import type { LdapSettings } from '#server/config/ldap.ts';
import type { Localized } from '#server/config/values.ts';
import { connectTo, type DirectoryConnection } from './connection.ts';
import { bindForSearch, findPersonDn, NO_ATTRIBUTES, templateDn } from './person.ts';
import { DIRECTORY_STEPS, DirectoryProblemError, type DirectoryStep, problemAt } from './problem.ts';
import { remedyOf } from './remedies.ts';
import { addressOf } from './socket.ts';

/** Result of one step of {@link checkDirectory}. */
export type CheckedStep = {
  readonly step: DirectoryStep;
  readonly outcome: 'good' | 'warned' | 'failed' | 'leftOut' | 'notReached';
  /** The result of the step in words, or the error of the directory. */
  readonly resultText: Localized;
  /** Advice to the operator; null without a problem. */
  readonly remedy: Localized | null;
};

const DAY_MS = 24 * 60 * 60_000;

/** Remaining days of a certificate below which the check warns. */
const WARNING_DAYS = 30;

/** LDAP result code insufficientAccessRights (RFC 4511). */
const INSUFFICIENT_ACCESS = '50';

const sameInBothLanguages = (text: string): Localized => ({ ko: text, en: text });

const passedStep = (step: DirectoryStep, resultText: Localized): CheckedStep => ({
  step,
  outcome: 'good',
  resultText,
  remedy: null,
});

const skippedStep = (step: DirectoryStep, resultText: Localized): CheckedStep => ({
  step,
  outcome: 'leftOut',
  resultText,
  remedy: null,
});

const warningStep = (step: DirectoryStep, resultText: Localized, remedy: Localized): CheckedStep => ({
  step,
  outcome: 'warned',
  resultText,
  remedy,
});

/** Checks the remaining validity of the directory's certificate. */
export function checkCertificate(
  { valid_to, subjectaltname = '' }: Pick<PeerCertificate, 'valid_to' | 'subjectaltname'>,
  now: number,
): CheckedStep {
  const days = Math.floor((Date.parse(valid_to) - now) / DAY_MS);
  const resultText = {
    ko: `인증서가 ${days}일 남았어요 (${subjectaltname})`,
    en: `the certificate is valid for ${days} days (${subjectaltname})`,
  };
  if (days >= WARNING_DAYS) return passedStep('tls', resultText);
  return warningStep('tls', resultText, {
    ko: '인증서가 곧 만료돼요. 만료되면 아무도 로그인할 수 없으니 미리 새로 발급해 주세요.',
    en: 'The certificate expires soon, and then nobody can sign in. Have a new one issued in time.',
  });
}

const NOT_ENCRYPTED: CheckedStep = warningStep(
  'tls',
  { ko: '연결을 암호화하지 않아요', en: 'the connection is not encrypted' },
  {
    ko: '비밀번호가 그대로 전송돼요. 같은 서버의 디렉터리가 아니라면 ldap.startTls를 켜 주세요.',
    en: 'Passwords are sent unencrypted. Turn on ldap.startTls unless the directory is on this machine.',
  },
);

async function checkBind(connection: DirectoryConnection, settings: LdapSettings): Promise<CheckedStep> {
  await bindForSearch(connection, settings);
  const { bindDn } = settings;
  return bindDn === undefined
    ? skippedStep('bind', {
        ko: 'bindDn이 없어 이름 없이 물어봐요',
        en: 'no bindDn: the directory is searched anonymously',
      })
    : passedStep('bind', sameInBothLanguages(bindDn));
}

async function checkBase(connection: DirectoryConnection, { baseDn }: LdapSettings): Promise<CheckedStep> {
  if (baseDn === undefined) {
    return skippedStep('base', {
      ko: 'baseDn 없이 dnTemplate만 사용해요',
      en: 'no baseDn: only dnTemplate is used',
    });
  }
  const [entry] = await connection.search('base', baseDn, {
    scope: 'base',
    attributes: NO_ATTRIBUTES,
    max: 1,
  });
  if (!entry) throw new DirectoryProblemError('base', INSUFFICIENT_ACCESS, 'the entry cannot be read');
  return passedStep('base', sameInBothLanguages(baseDn));
}

async function findDn(
  connection: DirectoryConnection,
  settings: LdapSettings,
  userId: string,
): Promise<string> {
  const dn = templateDn(settings, userId) ?? (await findPersonDn(connection, settings, userId));
  if (dn === null) throw new DirectoryProblemError('person', 'notFound', 'nobody was found');
  return dn;
}

async function checkFields(
  connection: DirectoryConnection,
  { fields }: LdapSettings,
  dn: string,
): Promise<CheckedStep> {
  const names = Object.values(fields);
  const [entry] = await connection.search('fields', dn, { scope: 'base', attributes: names, max: 1 });
  const presentNames = names.filter((name) => entry?.[name] !== undefined && entry[name].length > 0);
  const missingNames = names.filter((name) => !presentNames.includes(name));
  if (missingNames.length === 0) return passedStep('fields', sameInBothLanguages(presentNames.join(', ')));
  return warningStep(
    'fields',
    { ko: `없는 속성: ${missingNames.join(', ')}`, en: `missing: ${missingNames.join(', ')}` },
    {
      ko: '이 사람에게 값이 없는 게 아니라면, 속성 이름을 ldap.fields에 적거나 bindDn 계정에 읽을 권한을 주세요.',
      en: 'Unless this person has no values, write the names of the attributes in ldap.fields or allow bindDn to read them.',
    },
  );
}

const ENTRY_NOT_READ: Localized = {
  ko: 'dnTemplate의 이름으로 바인드만 해요. 항목은 읽지 않아요',
  en: 'people bind with the DN of dnTemplate; no entry is read',
};

/** Whether the entry of a person can be read. With `dnTemplate` this needs `bindDn`, and a DN from the template. */
const canReadEntry = ({ bindDn, dnTemplate }: LdapSettings, dn: string): boolean =>
  dnTemplate === undefined || (bindDn !== undefined && dn.includes('='));

/** Checks the steps after the connection is open, and passes the result of each step to `recordStep`. */
async function checkAfterConnecting(
  connection: DirectoryConnection,
  settings: LdapSettings,
  userId: string | null,
  recordStep: (checked: CheckedStep) => void,
): Promise<void> {
  recordStep(await checkBind(connection, settings));
  recordStep(await checkBase(connection, settings));
  if (userId === null) {
    const noUserId = { ko: '확인할 아이디를 적지 않았어요', en: 'no ID was given' };
    recordStep(skippedStep('person', noUserId));
    recordStep(skippedStep('fields', noUserId));
    return;
  }
  const dn = await findDn(connection, settings, userId);
  recordStep(passedStep('person', sameInBothLanguages(dn)));
  recordStep(
    canReadEntry(settings, dn)
      ? await checkFields(connection, settings, dn)
      : skippedStep('fields', ENTRY_NOT_READ),
  );
}

const failedStep = (problem: DirectoryProblemError): CheckedStep => ({
  step: problem.step,
  outcome: 'failed',
  resultText: sameInBothLanguages(`${problem.code}: ${problem.message}`),
  remedy: remedyOf(problem),
});

/** The results of all steps: the completed steps, the failed step, and the steps that were not reached. */
function allSteps(
  completedSteps: readonly CheckedStep[],
  problem: DirectoryProblemError | null,
): readonly CheckedStep[] {
  const failedIndex = problem ? DIRECTORY_STEPS.indexOf(problem.step) : DIRECTORY_STEPS.length;
  return DIRECTORY_STEPS.map((step, index) => {
    if (problem && index === failedIndex) return failedStep(problem);
    const completedStep = completedSteps.find((checked) => checked.step === step);
    if (completedStep) return completedStep;
    return index < failedIndex
      ? passedStep(step, sameInBothLanguages(''))
      : { step, outcome: 'notReached', resultText: sameInBothLanguages(''), remedy: null };
  });
}

/**
 * Checks one address of the directory in the steps of a sign-in, up to the first failure: name, TCP, TLS, bind, base, a
 * person, and the attributes of the person. It does not need the person's password.
 * @param userId ID of the person to search for; null skips the last two steps
 * @param now epoch milliseconds
 */
export async function checkDirectory(
  url: string,
  settings: LdapSettings,
  userId: string | null,
  now: number,
): Promise<readonly CheckedStep[]> {
  const completedSteps: CheckedStep[] = [];
  let connection: DirectoryConnection | null = null;
  try {
    connection = await connectTo(url, settings);
    completedSteps.push(passedStep('name', sameInBothLanguages(connection.addresses.join(', '))));
    completedSteps.push(passedStep('tcp', sameInBothLanguages(String(addressOf(url).port))));
    const { certificate } = connection;
    completedSteps.push(certificate ? checkCertificate(certificate, now) : NOT_ENCRYPTED);
    await checkAfterConnecting(connection, settings, userId, (checked) => completedSteps.push(checked));
    return allSteps(completedSteps, null);
  } catch (error) {
    return allSteps(completedSteps, problemAt('bind', error));
  } finally {
    connection?.close();
  }
}
