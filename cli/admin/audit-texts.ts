import type { Language } from '#i18n/locale.ts';
import type { ChainProblem } from '#server/operations/audit/check.ts';

type AuditTexts = {
  readonly nothing: string;
  readonly title: (month: string, timeZone: string) => string;
  readonly events: (events: number) => string;
  readonly signIns: (signIns: number, people: number) => string;
  readonly services: string;
  readonly refusals: (count: number) => string;
  readonly failingPeople: string;
  readonly failingAddresses: string;
  readonly locks: string;
  readonly changes: (passwords: number, factors: number) => string;
  readonly acts: string;
  readonly exports: string;
  readonly noReason: string;
  readonly none: string;
  readonly records: string;
  readonly copies: Readonly<Record<'files' | 'table', string>>;
  readonly checked: (lines: number, days: number) => string;
  readonly unchained: (lines: number) => string;
  readonly incomplete: (lines: number) => string;
  readonly digest: (digest: string) => string;
  readonly unbroken: string;
  readonly broken: (count: number) => string;
  readonly reasons: Readonly<Record<ChainProblem['kind'], string>>;
};

export const AUDIT_TEXTS: Readonly<Record<Language, AuditTexts>> = {
  ko: {
    nothing: '해당하는 기록이 없어요.',
    title: (month, timeZone) => `${month} 접속기록 월간 점검표 (${timeZone})`,
    events: (events) => `기록 ${events}건`,
    signIns: (signIns, people) => `로그인 ${signIns}건 (${people}명)`,
    services: '서비스별 접속',
    refusals: (count) => `거절된 시도 ${count}건`,
    failingPeople: '실패가 많은 계정 (5건 이상)',
    failingAddresses: '실패가 많은 주소 (20건 이상)',
    locks: '잠긴 계정',
    changes: (passwords, factors) => `비밀번호 변경 ${passwords}건, 인증 수단 등록·삭제 ${factors}건`,
    acts: '운영자가 한 일',
    exports: '개인정보를 내보낸 일',
    noReason: '사유 없음',
    none: '없음',
    records: '기록의 위변조 점검',
    copies: { files: '이 서버의 파일', table: '데이터베이스' },
    checked: (lines, days) => `${days}일, ${lines}건을 확인했어요.`,
    unchained: (lines) => `해시가 없는 이전 버전의 기록이 ${lines}건 있어요.`,
    incomplete: (lines) => `중간에 끊긴 줄이 ${lines}개 있어요.`,
    digest: (digest) => `확인값 ${digest}`,
    unbroken: '바뀌거나 빠진 기록이 없어요.',
    broken: (count) => `문제가 ${count}건 있어요:`,
    reasons: {
      missing: '앞의 기록이 빠졌어요',
      changed: '기록된 뒤에 바뀌었어요',
      inserted: '나중에 끼워 넣은 기록이에요',
      gone: '이어져야 할 이전 기록이 없어요',
    },
  },
  en: {
    nothing: 'There is no matching event in the audit.',
    title: (month, timeZone) => `Review of the access records, ${month} (${timeZone})`,
    events: (events) => `${events} events`,
    signIns: (signIns, people) => `${signIns} sign-ins of ${people} people`,
    services: 'Sign-ins by service',
    refusals: (count) => `${count} attempts were refused`,
    failingPeople: 'Accounts with many failures (5 or more)',
    failingAddresses: 'Addresses with many failures (20 or more)',
    locks: 'Locked accounts',
    changes: (passwords, factors) =>
      `${passwords} changes of passwords, ${factors} factors registered or removed`,
    acts: 'Actions of operators',
    exports: 'Exports of personal data',
    noReason: 'no reason given',
    none: 'none',
    records: 'Check of the records',
    copies: { files: 'the files of this server', table: 'the database' },
    checked: (lines, days) => `${lines} lines of ${days} days were checked.`,
    unchained: (lines) => `${lines} lines of earlier versions have no hash.`,
    incomplete: (lines) => `${lines} lines are cut off.`,
    digest: (digest) => `digest ${digest}`,
    unbroken: 'No line was changed or removed.',
    broken: (count) => `${count} problems:`,
    reasons: {
      missing: 'a line before it is missing',
      changed: 'it was changed after it was written',
      inserted: 'it was inserted later',
      gone: 'the lines before it are gone',
    },
  },
};
