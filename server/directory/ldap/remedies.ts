import type { Localized } from '#server/config/values.ts';
import type { DirectoryProblemError, DirectoryStep } from './problem.ts';

const UNKNOWN_AUTHORITY: Localized = {
  ko: '인증서를 발급한 기관을 이 서버가 몰라요. 그 기관의 인증서(PEM)를 ldap.caFile에 적어 주세요.',
  en: 'This server does not know the authority that issued the certificate. Write the path of its certificate (PEM) in ldap.caFile.',
};

const NO_STARTTLS: Localized = {
  ko: '디렉터리가 StartTLS를 지원하지 않아요. 디렉터리에서 TLS를 켜거나 ldap.urls에 ldaps: 주소를 적어 주세요.',
  en: 'The directory does not support StartTLS. Turn on TLS in the directory, or use an ldaps: address in ldap.urls.',
};

const NO_ANSWER: Localized = {
  ko: '응답이 없어요. 이 서버에서 디렉터리까지 방화벽과 라우팅이 그 포트를 허용하는지 확인해 주세요.',
  en: 'There is no answer. Check that firewalls and routing let this server reach this port of the directory.',
};

const NOT_ALLOWED: Localized = {
  ko: 'bindDn 계정에 읽을 권한이 없어요. 디렉터리에서 이 계정에 baseDn 아래를 읽을 권한을 주세요.',
  en: 'The account bindDn has no read permission. In the directory, allow it to read the entries below baseDn.',
};

const BIND_ACCOUNT_UNUSABLE: Localized = {
  ko: '디렉터리에서 bindDn 계정이 잠겼거나 만료됐거나 사용 중지된 상태예요. 그 계정을 먼저 풀어 주세요.',
  en: 'The account bindDn is locked, expired or disabled in the directory. Repair the account there first.',
};

const NOT_ENCRYPTED: Localized = {
  ko: '디렉터리가 암호화된 연결만 받아요. ldap.startTls를 켜거나 ldaps: 주소를 사용해 주세요.',
  en: 'The directory accepts only encrypted connections. Turn on ldap.startTls, or use an ldaps: address.',
};

/** Advice by the failed step and its error code. The numbers are LDAP result codes (RFC 4511, appendix A). */
const REMEDIES: Readonly<Record<DirectoryStep, Readonly<Record<string, Localized>>>> = {
  name: {
    ENOTFOUND: {
      ko: '이 이름의 서버가 없어요. ldap.urls의 호스트 이름과 이 서버의 DNS 설정을 확인해 주세요.',
      en: 'No host has this name. Check the host in ldap.urls and the DNS of this server.',
    },
    otherwise: {
      ko: 'DNS가 응답하지 않아요. 이 서버의 DNS 설정(/etc/resolv.conf)을 확인해 주세요.',
      en: 'DNS does not answer. Check the DNS of this server (/etc/resolv.conf).',
    },
  },
  tcp: {
    ECONNREFUSED: {
      ko: '이 포트에서 아무것도 응답하지 않아요. 디렉터리가 실행 중인지, 포트(ldap 389, ldaps 636)가 맞는지 확인해 주세요.',
      en: 'Nothing listens on this port. Check that the directory is running, and the port (ldap 389, ldaps 636).',
    },
    otherwise: NO_ANSWER,
  },
  tls: {
    CERT_HAS_EXPIRED: {
      ko: '디렉터리의 인증서가 만료됐어요. 새 인증서를 발급해 디렉터리에 넣어 주세요.',
      en: 'The certificate of the directory has expired. Have a new one issued and install it there.',
    },
    ERR_TLS_CERT_ALTNAME_INVALID: {
      ko: '인증서에 이 호스트 이름이 없어요. ldap.urls에 인증서의 이름을 적거나, 이 이름이 들어간 인증서를 발급해 주세요.',
      en: 'The certificate does not contain this host name. Use a name of the certificate in ldap.urls, or have a certificate issued for this host name.',
    },
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
    UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
    SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
    DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
    '2': NO_STARTTLS,
    '52': NO_STARTTLS,
    otherwise: {
      ko: '암호화된 연결을 맺지 못했어요. ldaps: 주소는 보통 636, ldap: 주소는 389 포트예요. 디렉터리의 TLS 1.2 이상 설정도 확인해 주세요.',
      en: 'The encrypted connection failed. ldaps: usually uses port 636, and ldap: 389. Also check that the directory supports TLS 1.2 or later.',
    },
  },
  bind: {
    wrong: {
      ko: '디렉터리가 bindDn 계정을 받지 않았어요. ldap.bindDn의 전체 이름과 ldap.bindPasswordFile의 비밀번호를 확인해 주세요.',
      en: 'The directory refuses the account bindDn. Check the full DN in ldap.bindDn and the password in ldap.bindPasswordFile.',
    },
    locked: BIND_ACCOUNT_UNUSABLE,
    expired: BIND_ACCOUNT_UNUSABLE,
    disabled: BIND_ACCOUNT_UNUSABLE,
    outOfPeriod: BIND_ACCOUNT_UNUSABLE,
    outOfHours: BIND_ACCOUNT_UNUSABLE,
    blocked: BIND_ACCOUNT_UNUSABLE,
    '8': NOT_ENCRYPTED,
    '13': NOT_ENCRYPTED,
    '34': {
      ko: 'ldap.bindDn이 올바른 이름이 아니에요. cn=portal,ou=services,dc=… 처럼 전체 이름을 적어 주세요.',
      en: 'ldap.bindDn is not a DN. Write the full DN, such as cn=portal,ou=services,dc=…',
    },
    otherwise: {
      ko: '디렉터리가 바인드를 처리하지 못했어요. 디렉터리의 로그에서 이 시각의 바인드 기록을 확인해 주세요.',
      en: 'The directory could not process the bind. Look for this bind in the log of the directory.',
    },
  },
  base: {
    '32': {
      ko: 'ldap.baseDn이 디렉터리에 없어요. ou와 dc의 철자와 순서를 확인해 주세요.',
      en: 'ldap.baseDn does not exist in the directory. Check the spelling and the order of its ou and dc.',
    },
    '50': NOT_ALLOWED,
    otherwise: NOT_ALLOWED,
  },
  person: {
    notFound: {
      ko: '이 아이디의 사람을 찾지 못했어요. 아이디, ldap.filter의 속성(uid, sAMAccountName 등), ldap.baseDn, bindDn 계정의 읽기 권한을 확인해 주세요.',
      en: 'No person has this ID. Check the ID, the attribute in ldap.filter (uid, sAMAccountName, …), ldap.baseDn, and the read permission of bindDn.',
    },
    notUnique: {
      ko: '이 아이디에 해당하는 사람이 둘 이상이라 아무도 로그인할 수 없어요. ldap.filter나 ldap.baseDn을 좁혀 주세요.',
      en: 'Two or more people match this ID, so none of them can sign in. Narrow ldap.filter or ldap.baseDn.',
    },
    '50': NOT_ALLOWED,
    otherwise: {
      ko: '디렉터리가 검색을 처리하지 못했어요. ldap.filter를 확인하고 디렉터리의 로그를 봐 주세요.',
      en: 'The directory could not process the search. Check ldap.filter and the log of the directory.',
    },
  },
  fields: { otherwise: NOT_ALLOWED },
};

/** Advice to the operator about a problem of the directory. */
export function remedyOf({ step, code }: DirectoryProblemError): Localized {
  const remedies = REMEDIES[step];
  return (Object.hasOwn(remedies, code) ? remedies[code] : undefined) ?? remedies['otherwise'] ?? NO_ANSWER;
}
