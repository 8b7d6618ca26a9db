import type * as v from 'valibot';
import type { passwordSecurity } from './client.ts';
import { DEMO_LICENSES, DEMO_POLICIES } from './demo-policies.ts';
import { DEMO_SERVICE_ID, DEMO_SP_PATH, demoMetadata } from './demo-saml.ts';
import type { configFile } from './schema.ts';
import type { Localized } from './values.ts';

export const DEMO_CLIENT_ID = 'demo-oidc';

/** Secret of the lab's OpenID services. It is published with the sources, so production refuses it. */
export const DEMO_CLIENT_SECRET = 'demo-oidc-secret-for-the-lab-only';

type ConfigInput = v.InferInput<typeof configFile>;
type DemoConfig = ConfigInput & {
  readonly clients: NonNullable<ConfigInput['clients']>;
  readonly serviceProviders: NonNullable<ConfigInput['serviceProviders']>;
  readonly policies: NonNullable<ConfigInput['policies']>;
  readonly licenses: NonNullable<ConfigInput['licenses']>;
};

/**
 * A loopback origin, and the same origin with the other of the host names `localhost` and `127.0.0.1`. A browser treats
 * the two as different sites.
 */
export const loopbackOrigins = (origin: string): string[] => {
  const otherUrl = new URL(origin);
  otherUrl.hostname = otherUrl.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [origin, otherUrl.origin];
};

/** An OpenID client service of the lab. */
export type DemoService = {
  readonly clientId: string;
  /** Path of the service's pages in the lab. */
  readonly path: string;
  readonly serviceName: Localized;
  readonly displayContent: Localized;
  readonly passwordSecurity?: v.InferInput<typeof passwordSecurity>;
};

/** The OpenID services of the lab; the first is the main service. */
export const DEMO_SERVICES: readonly [DemoService, ...DemoService[]] = [
  {
    clientId: DEMO_CLIENT_ID,
    path: '/service',
    serviceName: { ko: '한빛 업무 포털', en: 'Hanbit Workspace' },
    displayContent: {
      ko: '시연용 서비스예요. 데모 계정으로 로그인해 보세요.',
      en: 'A demo service. Sign in with one of the demo accounts.',
    },
  },
  {
    clientId: 'demo-board',
    path: '/board',
    serviceName: { ko: '한빛 게시판', en: 'Hanbit Board' },
    displayContent: {
      ko: '시연용 서비스예요. 새 비밀번호는 4자 이상이면 되고, 비밀번호는 본인 확인으로만 재설정해요.',
      en: 'A demo service: a new password needs at least 4 characters; an identity check is enough to reset it.',
    },
    passwordSecurity: { level: 1, selfAuthMethodWhenPwChange: 'selfAuth', mobileOtp: false, push: false },
  },
  {
    clientId: 'demo-library',
    path: '/library',
    serviceName: { ko: '한빛 도서관', en: 'Hanbit Library' },
    displayContent: {
      ko: '시연용 서비스예요. 새 비밀번호는 영문과 숫자로 6자 이상이고, 비밀번호는 질문과 답변으로만 재설정해요.',
      en: 'A demo service: a new password needs at least 6 letters and digits; the answer to a question is enough to reset it.',
    },
    passwordSecurity: { level: 2, selfAuthMethodWhenPwChange: 'QnA' },
  },
];

const demoClient = (
  { path, ...service }: DemoService,
  labOrigin: string,
): NonNullable<ConfigInput['clients']>[number] => {
  const origins = loopbackOrigins(labOrigin);
  return {
    ...service,
    clientSecret: DEMO_CLIENT_SECRET,
    requirePkce: true,
    deviceFlow: service.clientId === DEMO_CLIENT_ID,
    introspection: service.clientId === DEMO_CLIENT_ID,
    fapi: false,
    redirectUris: origins.map((origin) => `${origin}${path}/callback`),
    postLogoutRedirectUris: origins.map((origin) => `${origin}${path}`),
    initiateLoginUri: `${labOrigin}${path}/login`,
    passkey: true,
    qrCode: true,
  };
};

/** The help desk of the demonstration. */
const demoDesk = (port: number): NonNullable<ConfigInput['desk']> => ({
  listen: `127.0.0.1:${port}`,
  url: `http://localhost:${port}`,
  roles: { viewer: { users: ['park'] }, helpDesk: { users: ['lee'] }, administrator: { users: ['oh'] } },
});

/**
 * The configuration of `npm start`, with three OpenID services and one SAML service of the lab.
 * @param deskPort port of the help desk; if it is missing, there is no help desk
 */
export function demoConfig(labOrigin: string, deskPort?: number): DemoConfig {
  const origins = loopbackOrigins(labOrigin);
  return {
    clients: DEMO_SERVICES.map((service) => demoClient(service, labOrigin)),
    serviceProviders: [
      {
        serviceId: DEMO_SERVICE_ID,
        metadata: demoMetadata(origins),
        initiateLoginUri: `${labOrigin}${DEMO_SP_PATH}/login`,
        serviceName: { ko: '한빛 경비 관리', en: 'Hanbit Expenses' },
        displayContent: {
          ko: '시연용 SAML 서비스예요. 업무 포털에 로그인했다면 바로 들어올 수 있어요.',
          en: 'A demo service that uses SAML. If you are signed in to the workspace, you get in without signing in again.',
        },
      },
    ],
    ...(deskPort !== undefined && { desk: demoDesk(deskPort) }),
    policies: DEMO_POLICIES,
    licenses: DEMO_LICENSES,
    passwordRules: 'perService',
    phoneApp: 'web',
    cardMakers: ['Hanbit'],
    defaultClient: DEMO_CLIENT_ID,
    ipUrl: `${labOrigin}/ip`,
    branding: { name: { ko: '문지기', en: 'Munjigi' } },
  };
}
