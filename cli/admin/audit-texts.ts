import type { Language } from '#i18n/locale.ts';
import type { ChainProblem } from '#server/operations/audit/check.ts';

/** Texts of the action `audit` in one language. */
type AuditTexts = {
  readonly noMatch: string;
  readonly reportTitle: (month: string, timeZone: string) => string;
  readonly eventCount: (events: number) => string;
  readonly signInCount: (signIns: number, people: number) => string;
  readonly signInsByService: string;
  readonly refusedAttempts: (count: number) => string;
  readonly accountsWithManyFailures: string;
  readonly addressesWithManyFailures: string;
  readonly lockedAccounts: string;
  readonly changeCounts: (passwords: number, factors: number) => string;
  readonly operatorActions: string;
  readonly dataExports: string;
  readonly noReason: string;
  readonly none: string;
  readonly recordCheck: string;
  readonly copyNames: Readonly<Record<'files' | 'table', string>>;
  readonly checkedLines: (lines: number, days: number) => string;
  /** Lines that an earlier version of the portal has written without a hash. */
  readonly linesWithoutHash: (lines: number) => string;
  readonly cutOffLines: (lines: number) => string;
  readonly digestLine: (digest: string) => string;
  readonly noProblem: string;
  readonly problemCount: (count: number) => string;
  /** What is wrong with a line of the audit, by the kind of problem. */
  readonly problemTexts: Readonly<Record<ChainProblem['kind'], string>>;
};

export const AUDIT_TEXTS: Readonly<Record<Language, AuditTexts>> = {
  ko: {
    noMatch: '해당하는 기록이 없어요.',
    reportTitle: (month, timeZone) => `${month} 접속기록 월간 점검표 (${timeZone})`,
    eventCount: (events) => `기록 ${events}건`,
    signInCount: (signIns, people) => `로그인 ${signIns}건 (${people}명)`,
    signInsByService: '서비스별 접속',
    refusedAttempts: (count) => `거절된 시도 ${count}건`,
    accountsWithManyFailures: '실패가 많은 계정 (5건 이상)',
    addressesWithManyFailures: '실패가 많은 주소 (20건 이상)',
    lockedAccounts: '잠긴 계정',
    changeCounts: (passwords, factors) => `비밀번호 변경 ${passwords}건, 인증 수단 등록·삭제 ${factors}건`,
    operatorActions: '운영자가 한 일',
    dataExports: '개인정보를 내보낸 일',
    noReason: '사유 없음',
    none: '없음',
    recordCheck: '기록의 위변조 점검',
    copyNames: { files: '이 서버의 파일', table: '데이터베이스' },
    checkedLines: (lines, days) => `${days}일, ${lines}건을 확인했어요.`,
    linesWithoutHash: (lines) => `해시가 없는 이전 버전의 기록이 ${lines}건 있어요.`,
    cutOffLines: (lines) => `중간에 끊긴 줄이 ${lines}개 있어요.`,
    digestLine: (digest) => `확인값 ${digest}`,
    noProblem: '바뀌거나 빠진 기록이 없어요.',
    problemCount: (count) => `문제가 ${count}건 있어요:`,
    problemTexts: {
      missing: '앞의 기록이 빠졌어요',
      changed: '기록된 뒤에 바뀌었어요',
      inserted: '나중에 끼워 넣은 기록이에요',
      gone: '이어져야 할 이전 기록이 없어요',
    },
  },
  en: {
    noMatch: 'There is no matching event in the audit.',
    reportTitle: (month, timeZone) => `Review of the access records, ${month} (${timeZone})`,
    eventCount: (events) => `${events} events`,
    signInCount: (signIns, people) => `${signIns} sign-ins of ${people} people`,
    signInsByService: 'Sign-ins by service',
    refusedAttempts: (count) => `${count} attempts were refused`,
    accountsWithManyFailures: 'Accounts with many failures (5 or more)',
    addressesWithManyFailures: 'Addresses with many failures (20 or more)',
    lockedAccounts: 'Locked accounts',
    changeCounts: (passwords, factors) =>
      `${passwords} changes of passwords, ${factors} factors registered or removed`,
    operatorActions: 'Actions of operators',
    dataExports: 'Exports of personal data',
    noReason: 'no reason given',
    none: 'none',
    recordCheck: 'Check of the records',
    copyNames: { files: 'the files of this server', table: 'the database' },
    checkedLines: (lines, days) => `${lines} lines of ${days} days were checked.`,
    linesWithoutHash: (lines) => `${lines} lines of earlier versions have no hash.`,
    cutOffLines: (lines) => `${lines} lines are cut off.`,
    digestLine: (digest) => `digest ${digest}`,
    noProblem: 'No line was changed or removed.',
    problemCount: (count) => `${count} problems:`,
    problemTexts: {
      missing: 'a line before it is missing',
      changed: 'it was changed after it was written',
      inserted: 'it was inserted later',
      gone: 'the lines before it are gone',
    },
  },
};
