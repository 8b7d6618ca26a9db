/** Help text of `npm run admin`. */
export const ADMIN_USAGE = `Usage: npm run admin -- ACTION [USER] --operator NAME [--reason TEXT]

Run it while the server runs; it works on the storage that DATA_DIR or DATABASE_URL names. NAME is the operator, and
TEXT the reason: the audit records both with every action. · 서버가 실행 중일 때 사용해요. NAME은 작업하는 사람이고,
모든 작업이 사유와 함께 감사 기록에 남아요.

  list [--find TEXT] [--status active|disabled|blocked|dormant|reported|locked] [--json]
                                        the accounts · 계정 목록
  show USER [--json]                    an account, its factors and locks · 계정, 인증 수단, 잠금
  explain USER [--client ID] [--language ko|en]   the methods that work for a person, and why others do not · 되는 방법과 안 되는 이유
  history USER [--limit 20] [--language ko|en] [--json]   the events of an account · 로그인 기록

  audit [--user ID] [--client ID] [--network ADDRESS/BITS] [--from DATE] [--until DATE] [--limit 1000] [--json]
                                        events by person, service, network and time · 접속기록 찾기
  audit --month 2026-11 [--json]        the monthly review of the records · 접속기록 월간 점검표
  audit --check                         whether lines were changed or removed · 기록의 위변조 점검

  add USER --name-ko NAME [--name-en NAME] [FIELD …]                 a new account · 계정 만들기
  change USER FIELD …                   an empty value removes it · 계정 바꾸기 (빈 값은 지움)
  disable USER | enable USER            a disabled person is signed out everywhere · 사용 중지(바로 로그아웃) | 다시 사용
  unlock USER                           removes every lock · 잠금 해제
  wake USER                             reactivates an account that is dormant or blocked by a report · 휴면 해제, 막힌 로그인 열기
  end-sessions USER                     signs the person out everywhere · 모든 곳에서 로그아웃
  remove USER --yes                     deletes the account and all personal data · 계정과 개인정보 삭제

  password USER [--keep]                sets it from standard input, to be changed at the next sign-in unless --keep
  password USER --force-change          the person has to change it at the next sign-in · 다음 로그인에서 비밀번호 변경
  password-link USER --create|--change [--client ID]                 a link, sent by mail if possible · 비밀번호 링크
  code USER                             a temporary code, valid for a day · 하루 동안 유효한 임시 코드
  app-link USER                         a link that registers the mobile app, valid for 5 minutes · 앱 등록 링크
  remove-factor USER FACTOR             FACTOR: an id that show prints, or card, yubikey, app, passkey · 인증 수단 삭제

  import FILE [--format csv|json|keycloak|auth0|ldif] [--apply]      shows the changes; with --apply makes them;
                                        passwords of other systems stay valid · 가져오기(다른 시스템의 비밀번호도)
  export [FILE] [--format csv|json]     without FILE: to standard output · 내보내기 (사유를 적어요)

  directory-sync [--dry-run] [--allow-many-gone]   makes accounts match the directory (ldap.sync) · 디렉터리와 계정 맞추기

  bulk password-link FILE --create|--change [--client ID] [--per-minute 600]
  bulk app-link FILE [--per-minute 600]      a link by mail, valid for a day · 앱 등록 링크를 메일로
  bulk disable|enable FILE              for everybody in the column userId; continues when run again · 파일의 모든 사람에게

  notices [--json]                      texts at the ID entry, with their periods · 아이디 입력 화면의 공지
  put-notice [NOTICE] --ko TEXT --en TEXT --from TIME --until TIME    creates a notice, or changes NOTICE · 공지 작성, 변경
  end-notice NOTICE                     ends it now; deletes a future one · 공지 끝내기
  state [--json]                        servers, gateways, certificates, pending tasks · 서버 상태와 할 일
  policies | services [--json]          as currently applied · 적용 중인 정책과 서비스

  federations                           whether their metadata could be read, and until when it is valid · 연합의 메타데이터 상태
  keys                                  signing keys and data keys · 서명 키와 데이터 키
  rotate-keys oidc|saml [--sign-after HOURS]   publishes a new key now; it signs after HOURS, by default 24 (oidc) or
                                        336 (saml), in which services fetch it · 새 서명 키
  reseal                                encrypts all secrets again with the first DATA_KEY · 첫 번째 데이터 키로 다시 암호화
  backup FOLDER                         SQLite and keys into a new folder, while the server runs · 백업
  after-restore                         run it before the server starts on restored data: everybody has to sign in
                                        again, and codes and links end · 복원한 뒤 시작하기 전에

These need no --operator, server or storage: · 서버, 저장소, --operator 없이 사용해요.
  ldap-check [USER]                     checks the connection to the directory in seven steps · 디렉터리 연결을 일곱 단계로 확인
  scim-token NAME                       a token for an identity source · 신원 소스(계정을 연동할 시스템)의 토큰

FIELD: --name-ko --name-en --last-name-ko --last-name-en --first-name-ko --first-name-en --role user|admin
  --user-type LOCAL|EXTERNAL --usage-from DATE --usage-until DATE --hours-from TIME --hours-until TIME
  --phone-number --internal-mail --private-mail

TIME: such as "2026-11-26 09:00", in the time zone of the server

Secrets are printed once and never logged. For more, see docs/operations.md, section "Accounts".`;
