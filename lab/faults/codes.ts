import type { Bilingual } from '#lab/web/language.ts';

/** Error codes of spec section 8 that no account of the demonstration causes. Only the fault switch can show them. */
export const CODES_WITHOUT_ACCOUNT: Readonly<Record<string, Bilingual>> = {
  '003': { ko: '외부 DB 없음', en: 'no external DB' },
  '003_1': { ko: '연동 시스템에 연결할 수 없음', en: 'integrated system out of reach' },
  '003_2': {
    ko: '외부 사용자 정보를 읽거나 저장할 수 없음',
    en: 'external user information cannot be read or stored',
  },
  '003_3': { ko: 'DB 연결 실패', en: 'DB connection failed' },
  '005': { ko: 'OTP가 등록되지 않음', en: 'no OTP registered' },
  '010': { ko: '푸시·QR 인증 실패', en: 'push or QR failed' },
  '010_1': { ko: '푸시·QR 인증 취소', en: 'push or QR cancelled' },
  '010_2': { ko: '누구의 푸시·QR인지 알 수 없음', en: 'push or QR unidentifiable' },
  '010_3': { ko: '푸시·QR 시간 초과', en: 'push or QR timed out' },
  '010_4': { ko: '푸시·QR 시각이 맞지 않음', en: 'push or QR of an invalid time' },
  '010_5': { ko: '푸시·QR 세션 만료', en: 'push or QR session expired' },
  '010_6': { ko: '푸시·QR 오류', en: 'push or QR error' },
  '012_3': { ko: '푸시 서버 오류', en: 'push server error' },
  '012_4': { ko: 'FIDO 서버 오류', en: 'FIDO server error' },
  '013': { ko: '라이선스 만료', en: 'licence expired' },
  '013_1': { ko: '라이선스 수량 초과', en: 'licence exceeded' },
  '013_2': { ko: '라이선스 도메인 불일치', en: 'licence of another domain' },
  '013_3': { ko: '라이선스 UUID 불일치', en: 'licence of another UUID' },
  '013_4': { ko: '라이선스를 확인할 수 없음', en: 'licence cannot be checked' },
  '014': { ko: '서버 ID 없음', en: 'server ID missing' },
  '014_1': { ko: 'NAS IP 없음', en: 'NAS IP missing' },
  '014_2': { ko: '잘못된 JWT', en: 'invalid JWT' },
  '014_3': { ko: '잘못된 JWT 데이터', en: 'invalid JWT data' },
  '015': { ko: '기본 인증 방법 없음', en: 'no default method' },
  '017': { ko: '관리자 포털 권한 없음', en: 'no administrator permission' },
  '017_1': { ko: '비활성 관리자', en: 'inactive administrator' },
};
