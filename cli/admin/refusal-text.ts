import type { AdministrationRefusal, RefusalReason } from '#server/administration/refusal.ts';
import { problemText } from '#server/administration/value-problems.ts';

/** The text of each refusal, with a remedy, in both languages. */
const REFUSAL_TEXTS: Readonly<Record<RefusalReason, readonly [en: string, ko: string]>> = {
  noAccount: [
    'There is no such account. Search for it: list --find TEXT.',
    '그런 계정이 없어요. list --find로 찾아보세요.',
  ],
  taken: [
    'There is such an account already, perhaps in different case. Change it: change USER.',
    '이미 있는 계정이에요. 대소문자만 다를 수도 있어요. change로 바꿔 주세요.',
  ],
  invalid: ['These values are not valid:', '사용할 수 없는 값이 있어요:'],
  idStays: [
    'An ID cannot be changed. Add another account and remove this one.',
    '아이디는 바꿀 수 없어요. 새 계정을 만들고 이 계정을 삭제해 주세요.',
  ],
  noFactor: [
    'There is no such factor, or more than one of that kind. Take the id from: show USER.',
    '그런 인증 수단이 없거나 같은 종류가 여러 개예요. show에서 id를 확인해 주세요.',
  ],
  noPassword: [
    'There is no password to change. Send a link: password-link USER --create.',
    '바꿀 비밀번호가 없어요. password-link --create로 링크를 보내 주세요.',
  ],
  notLocal: [
    'The password of this account is managed elsewhere. Change it there.',
    '이 계정의 비밀번호는 다른 곳에서 관리해요. 그곳에서 바꿔 주세요.',
  ],
  weakPassword: [
    'The password does not meet the level of passwordSecurity (1: 4 characters; 2: 6 with letters and digits; 3: 8 with letters, digits and a special character, no four digits in a row) or is longer than 256 characters. Choose another.',
    '비밀번호가 passwordSecurity 수준에 맞지 않거나(1: 4자 이상, 2: 영문과 숫자로 6자 이상, 3: 영문, 숫자, 특수문자로 8자 이상이고 숫자 4개 연속 금지) 256자보다 길어요. 다른 비밀번호를 정해 주세요.',
  ],
  commonPassword: [
    'The password is too common. Choose another.',
    '너무 흔한 비밀번호예요. 다른 비밀번호를 정해 주세요.',
  ],
  notActive: [
    'The account is disabled. Enable it first: enable USER.',
    '사용 중지된 계정이에요. 먼저 enable로 다시 사용하게 해 주세요.',
  ],
  noClient: [
    'There is no such service. Name a configured service: --client ID.',
    '그런 서비스가 없어요. 설정에 있는 서비스를 --client로 지정해 주세요.',
  ],
  nothingMissing: [
    'Password and answer exist already. Send a link to change: password-link USER --change.',
    '비밀번호와 답변이 이미 있어요. password-link --change로 보내 주세요.',
  ],
  tooMany: [
    'This person was sent too many links within an hour (passwordLinks.perPerson). Try again later.',
    '한 시간에 보낼 수 있는 링크를 다 보냈어요. 나중에 다시 보내 주세요.',
  ],
  notSent: [
    'The mail gateway did not accept it. Check SMTP_URL and the gateway, then try again.',
    '메일 게이트웨이가 받지 않았어요. SMTP_URL과 게이트웨이를 확인하고 다시 보내 주세요.',
  ],
  noNotice: [
    'There is no such notice. Take the ID from: notices.',
    '그런 공지가 없어요. notices에서 ID를 확인해 주세요.',
  ],
};

/** The text of a refusal for the operator, with the ID and the problems of the values. */
export function refusalText({ reason, userId, problems }: AdministrationRefusal): string {
  const [en, ko] = REFUSAL_TEXTS[reason];
  const lines = problems.map((problem) => `  ${problem.field}: ${problemText(problem)}`);
  return [`${userId}: ${en}`, ko, ...lines].join('\n');
}
